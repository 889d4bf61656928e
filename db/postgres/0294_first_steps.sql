-- Whether the home of an account shows its first steps (docs/decisions/0070). Who was here before has found the way.
alter table accounts add column first_steps text not null default 'skipped'
  check (first_steps in ('open', 'skipped', 'done'));
alter table accounts alter column first_steps set default 'open';
