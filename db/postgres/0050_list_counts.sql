-- How many living rows of a long list a tenant has, by the day (UTC) of their time: counting a million anew for each page
-- would take longer than the page. Every statement that makes or takes rows notes the difference in its own transaction,
-- so the sum is exact for whoever reads it; nobody waits for anybody, because differences are added and never changed.
-- A job sums up those of a day (modules/backoffice/day-counts.ts).
create table list_counts (
  list text not null,
  tenant_id uuid not null,
  day date not null,
  n int not null,
  summed boolean not null default false
);
create index list_counts_day on list_counts (list, tenant_id, day) include (n);
create index list_counts_open on list_counts (list, tenant_id, day) where not summed;

-- Keeps the counts of a table from now on. `at` is its column of time, `living` what a row fulfils that counts.
create function keep_counts(list text, at text, living text) returns void language plpgsql as $outer$
declare
  day text := format('(%I at time zone ''UTC'')::date', at);
begin
  execute format($sql$
    create function %1$I() returns trigger language plpgsql as $body$
    begin
      if tg_op = 'INSERT' then
        insert into list_counts select %2$L, tenant_id, %3$s, count(*) from came
          where tenant_id is not null and %4$s group by 2, 3;
      else
        insert into list_counts select %2$L, tenant_id, %3$s, -count(*) from gone
          where tenant_id is not null and %4$s group by 2, 3;
      end if;
      return null;
    end $body$;
    create function %5$I() returns trigger language plpgsql as $body$
    begin
      insert into list_counts select %2$L, tenant_id, %3$s, -1 from (select old.*) r where tenant_id is not null and %4$s;
      insert into list_counts select %2$L, tenant_id, %3$s, 1 from (select new.*) r where tenant_id is not null and %4$s;
      return null;
    end $body$;
    create trigger count_came after insert on %2$I referencing new table as came
      for each statement execute function %1$I();
    create trigger count_gone after delete on %2$I referencing old table as gone
      for each statement execute function %1$I();
    create trigger count_turned after update on %2$I for each row
      when ((old.%4$s) is distinct from (new.%4$s) or old.%6$I <> new.%6$I) execute function %5$I();
    alter table %2$I enable always trigger count_came;
    alter table %2$I enable always trigger count_gone;
    alter table %2$I enable always trigger count_turned;
    insert into list_counts select %2$L, tenant_id, %3$s, count(*), true from %2$I
      where tenant_id is not null and %4$s group by 2, 3
  $sql$, list || '_counted', list, day, living, list || '_turned', at);
end $outer$;

select keep_counts('batteries', 'create_time', 'deleted_at is null');
-- All of the trail lives: its rows are never deleted, but for who tampers with it.
select keep_counts('audit', 'at', 'seq is not null');

-- The code of a battery is kept in capitals, so a search compares it as it stands: half the time of `lower()` for each of a
-- million.
alter table batteries add check (battery_code !~ '[a-z]');
drop index batteries_search;
create index batteries_search on batteries using gin (battery_code gin_trgm_ops);
