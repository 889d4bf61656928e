-- A command that may not reach its device any more is cancelled: the device was deleted, or its sender lost sight of it.
alter table commands drop constraint commands_state_check,
  add constraint commands_state_check check (state in ('queued', 'sent', 'answered', 'failed', 'expired', 'cancelled'));

-- What is queued for devices that were deleted before.
update commands c set state = 'cancelled', error = 'deleted' from things t
  where t.id = c.thing_id and t.deleted_at is not null and c.state in ('queued', 'sent');
update param_jobs j set state = 'cancelled', reason = 'deleted', command_id = null, finished_at = now() from things t
  where t.id = j.thing_id and t.deleted_at is not null and j.state in ('waiting', 'reading', 'sent', 'checking');
update upgrade_jobs j set state = 8, error = 'deleted', updated_at = now(), finished_at = now() from things t
  where t.id = j.thing_id and t.deleted_at is not null and j.state in (1, 2, 3, 4);
update site_transfers x set state = 'cancelled', ended_at = now() from things t
  where t.id = x.thing_id and t.deleted_at is not null and x.state = 'pending';
