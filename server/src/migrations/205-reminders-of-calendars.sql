-- Minutes before the start, of new events in the calendar: of those with a time, and of those of whole days.
alter table calendars add column reminders jsonb not null default '{"timed": [], "day": []}';
