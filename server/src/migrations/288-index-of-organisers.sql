-- outside a transaction: what somebody organises and is not over is one range, whatever else the calendar holds.
create index concurrently calendar_objects_organised
  on calendar_objects (mailbox_id, organiser, (coalesce(last_at, 9223372036854775807)))
  where organiser is not null and trashed_at is null;
