-- Transfers between stores that need transport (packages/resources/movement): goods are on the way, at a place of their own for
-- each transfer, until arrivals take them from there.
update documents set preset = 'move' where kind = 'movement' and preset is null;
alter table documents add column transfer_id uuid references documents;
create index documents_by_transfer on documents (transfer_id) where transfer_id is not null;
drop view movements;
create view movements as select * from documents where kind = 'movement' with check option;
alter view movements alter column kind set default 'movement';
