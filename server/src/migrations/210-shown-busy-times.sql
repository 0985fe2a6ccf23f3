-- Whether colleagues see when the person is busy.
alter table calendar_state add column shows_busy boolean not null default true;
