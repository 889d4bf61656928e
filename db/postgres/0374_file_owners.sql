-- The kind of record of the back office that a file belongs to: the first one it was attached to. Files of site notes, and
-- attachments of former versions that are not found below, have none.
create table file_owners (
  file_id uuid primary key references files on delete cascade,
  resource text not null
);

insert into file_owners (file_id, resource)
select f.id, o.resource
from (
  select 'enterprise' as resource, tenant_id, licences::text || permits::text as addresses from enterprises
  union all select 'recycleSite', tenant_id, permits::text from recycle_sites
  union all select 'driver', tenant_id, licence_pictures::text from drivers
  union all select 'scrap', tenant_id, pictures::text from scraps
  union all select 'invoice', tenant_id, files::text from invoices
  union all select 'collection', tenant_id, assay_files::text || files::text from collections
  union all select 'testReport', tenant_id, raw_files::text from test_reports
  union all select 'assay', tenant_id, report::text from assays
) o
cross join lateral regexp_matches(o.addresses, '/files/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})', 'g') m
join files f on f.id = m[1]::uuid and f.tenant_id = o.tenant_id
where o.addresses like '%/files/%'
on conflict do nothing;
