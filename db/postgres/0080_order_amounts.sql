-- An amount of money has two decimals, rounded half up for each order.
alter table orders drop column amount;
alter table orders add column amount numeric(20, 2) generated always as (round(quantity * unit_price, 2)) stored;
