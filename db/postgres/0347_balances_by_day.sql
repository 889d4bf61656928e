-- What may leave a place on a past day is the least that lay there from that day on: the later moves of a lot are found by
-- its days. A lot's balances were found by reading all balances.
create index moves_of_lots on moves (item_id, day) where n is null;
create index lot_balances_by_lot on lot_balances (lot_id);
