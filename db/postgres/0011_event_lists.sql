-- By end, one that goes on last: the list's order, and the events of a period, which are those that had not ended before it.
create index events_tenant_end on events (tenant_id, coalesce(end_time, 'infinity'::timestamptz) desc, id);
