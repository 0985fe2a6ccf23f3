-- One row: who the blobs of this database belong to. The blob store says the same, so that neither is used with another's.
create table installation (
  only_one boolean primary key default true check (only_one),
  id uuid not null default gen_random_uuid()
);
insert into installation default values;
