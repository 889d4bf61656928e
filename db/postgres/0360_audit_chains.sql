-- A hash chain of the trail for each tenant, and one for the instance (the nil UUID), so that tenants do not wait for each other
-- (docs/decisions/0124). Null: the chain that all tenants shared before; its last hash is what the first row of each chain continues.
alter table audit add column chain uuid;
create index audit_chain on audit (chain, seq);

-- Locks chains until the transaction ends, and returns the hash that the next row of each continues.
create function lock_audit_chains(chains uuid[]) returns table (chain uuid, hash bytea) language plpgsql as $$
declare
  lock bigint;
begin
  -- Nodes of 0.1 take this lock alone: their rows and ours follow each other in the order of seq.
  perform pg_advisory_xact_lock_shared(7203312);
  -- In one order, so that transactions with the same chains do not deadlock.
  for lock in select distinct hashtextextended('audit ' || c, 0) from unnest(chains) c order by 1 loop
    perform pg_advisory_xact_lock(lock);
  end loop;
  return query select c, coalesce(
      (select a.hash from audit a where a.chain = c order by a.seq desc limit 1),
      (select a.hash from audit a where a.chain is null order by a.seq desc limit 1))
    from unnest(chains) c;
end $$;
