-- The newest backup that has ended, whoever made it and wherever it lies: at most one row.
create table last_backup (
  only_one boolean primary key default true check (only_one),
  name text not null,
  -- The moment whose rows it holds.
  at bigint not null,
  dir text not null,
  -- Blobs that could not be copied.
  lost integer not null
);
