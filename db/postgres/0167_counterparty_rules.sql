-- What the rules of counterparties ask for (packages/resources/counterparty-rules.ts): who carries goods, how they are
-- filed and used, who must not be dealt with; and why somebody has overridden a rule.
alter table documents
  add column carrier_id uuid references enterprises,
  add column escort_id uuid references driver_rows,
  add column filing_no text,
  add column declared_use text;
create or replace view issues as select * from documents where kind = 'issue' with check option;
alter view issues alter column kind set default 'issue';
alter table customers add column blocked smallint check (blocked in (0, 1));
alter table confirmed_warnings add column reason text;
