-- An attachment whose bytes stand in the source of its message is read out of it. `blob` remains the hash of its
-- bytes, and no blob has that name because of it.
alter table attachments
  -- The blob of the source, which lives as long as the attachment.
  add column held_by bytea,
  -- Where its bytes begin in it.
  add column held_at integer,
  -- How many letters of Base64 a line has; 0 where the bytes stand as they are.
  add column held_line integer,
  add constraint held check (num_nulls(held_by, held_at, held_line) in (0, 3));
create index attachments_by_holder on attachments (held_by) where held_by is not null;
