-- Bytes of the texts of all cards, those in the trash too; null where no release that counts them has changed any yet.
alter table contact_state add column bytes bigint;
-- The same of objects of calendars.
alter table calendar_state add column bytes bigint;
