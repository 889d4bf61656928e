-- The time zone of the browser that set the quiet hours, for accounts without a time zone of their own.
alter table notification_settings add column time_zone text;
