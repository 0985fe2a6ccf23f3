-- Rooms and equipment of a domain, with an address that is nobody's mailbox.
create table calendar_rooms (
  id bigint generated always as identity primary key,
  domain_id bigint not null references domains on delete cascade,
  address text not null unique,
  name text not null,
  kind text not null check (kind in ('room', 'equipment')),
  -- Where it is.
  place text not null,
  -- How many people find room; null where nobody has said.
  seats integer,
  note text not null,
  bookers text not null check (bookers in ('domain', 'named')),
  created_at bigint not null
);
create index calendar_rooms_by_domain on calendar_rooms (domain_id, address);

-- Addresses of people and groups who may book a room of named ones.
create table calendar_room_bookers (
  room_id bigint not null references calendar_rooms on delete cascade,
  address text not null,
  primary key (room_id, address)
);

-- When a room is taken, by the occurrence of the event that takes it.
create table calendar_bookings (
  mailbox_id bigint not null references mailboxes on delete cascade,
  object_id uuid not null,
  room_id bigint not null references calendar_rooms on delete cascade,
  original text collate "C" not null,
  at bigint not null check (at >= 0),
  until bigint not null check (until > at and until < 68719476736),
  -- Not while whoever asks to it is deleted and may come back.
  is_held boolean not null default true,
  primary key (mailbox_id, object_id, room_id, original),
  -- Never twice at once. Each room has 2^36 seconds of one line of numbers of its own.
  constraint calendar_bookings_once exclude using gist (
    int8range(room_id * 68719476736 + at, room_id * 68719476736 + until) with &&
  ) where (is_held)
);
create index calendar_bookings_by_room on calendar_bookings (room_id, until);

-- Before the first ANALYZE the planner would take a mailbox for the whole table (decision 019).
alter table calendar_bookings alter column mailbox_id set (n_distinct = -0.01);
alter table calendar_bookings alter column object_id set (n_distinct = -0.2);
alter table calendar_bookings alter column room_id set (n_distinct = -0.01);
alter table calendar_rooms alter column domain_id set (n_distinct = -0.1);

-- An address is of a mailbox, of a group or of a room.
create or replace function skip_address_of_group() returns trigger language plpgsql as $$
begin
  perform from domains where name = split_part(new.address, '@', 2) for key share;
  if exists (select from groups where address = new.address) then return null; end if;
  if exists (select from calendar_rooms where address = new.address) then return null; end if;
  return new;
end $$;
