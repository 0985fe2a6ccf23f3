-- Blobs whose bytes are not those that were stored, or are not there; `suspected` until they were read once more.
create table damaged_blobs (
  blob bytea primary key,
  state text not null check (state in ('suspected', 'damaged', 'missing', 'mended')),
  found_at bigint not null,
  mended_at bigint,
  check ((state = 'mended') = (mended_at is not null))
);

-- How far the reading of all blobs has come: one row. `cursor` is the last key that was read in this round.
create table blob_scrub (
  id integer primary key default 1 check (id = 1),
  cursor text not null default '',
  began_at bigint,
  ended_at bigint,
  blobs bigint not null default 0,
  bytes bigint not null default 0,
  leased_until bigint not null default 0
);
insert into blob_scrub default values;
