-- How many days ahead a room is given; null where its owner has set no limit.
alter table calendar_rooms
  add column ahead_days integer,
  add constraint calendar_rooms_ahead check (ahead_days between 1 and 540) not valid;
