-- How often an event began again shortly after it had ended: a flapping fault is one event.
alter table events add column reopened int not null default 0;
