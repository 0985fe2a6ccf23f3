-- At most one row: the demo world that an empty database was filled with, so that a start that was cut off goes on.
create table demo_world (
  only_one boolean primary key default true check (only_one),
  -- The world is dated relative to this; the same time makes the same world.
  began_at bigint not null,
  finished_at bigint
);
