-- Rows of a file that only add up others, which an import leaves out.
alter table imports add column total_rows int not null default 0;
