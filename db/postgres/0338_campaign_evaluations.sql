-- When a campaign was evaluated last: again only after a change of its jobs, or after a while.
alter table upgrade_campaigns add column evaluated_at timestamptz;
create index upgrade_jobs_changed on upgrade_jobs (campaign_id, updated_at);
