-- What of an event is not told as busy: while it is not sure, and where its owner has declined.
alter table calendar_occurrences
  add column is_tentative boolean not null default false,
  -- Addresses in small letters; null where nobody has.
  add column declined_by text[];
