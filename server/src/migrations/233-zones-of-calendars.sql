-- By whose clock a program shows what has no zone (RFC 7809): an IANA name, and null where none was set.
alter table calendars add column timezone text;
