-- Channels that stop working, and browsers as channels (docs/decisions/0064).
alter table notification_channels
  -- Since when every message has failed; null after one that was delivered.
  add column failing_since timestamptz,
  -- Nothing is sent there any more until its owner enables it again, and why.
  add column stopped_at timestamptz,
  add column stop_reason text,
  drop constraint notification_channels_kind_check,
  -- Of a browser (push) the target is the address of its push service, and the secret its keys.
  add constraint notification_channels_kind_check check (kind in ('email','webhook','dingtalk','wecom','feishu','push'));
