-- Whose account asked for a conversion, so that nobody has more than one waiting, and how often it failed in a row, so
-- that it is tried again later and later. Nobody asked, and nothing failed, where they are null.
alter table office_previews
  add column asked_by bigint,
  add column failures integer;
