-- The counter-document of a voided arrival takes goods back: it is no arrival of the transfer.
update documents set transfer_id = null where reverses_id is not null and transfer_id is not null;
