-- Networks (an IPv4 address, or the /64 of an IPv6 address) from which an account has signed in. Wrong guesses made
-- elsewhere neither slow nor lock a sign-in from them.
create table known_addresses (
  account_id uuid not null references accounts,
  network cidr not null,
  last_sign_in_at timestamptz not null,
  primary key (account_id, network)
);
create index known_addresses_age on known_addresses (last_sign_in_at);
insert into known_addresses
select account_id, network(set_masklen(ip, case family(ip) when 4 then 32 else 64 end)), max(created_at)
from sessions where ip is not null group by 1, 2;

-- A session may also end because its account has signed in on too many devices since.
alter table sessions drop constraint sessions_end_reason_check;
alter table sessions add constraint sessions_end_reason_check
  check (end_reason in ('password','revoked','copied','displaced'));
