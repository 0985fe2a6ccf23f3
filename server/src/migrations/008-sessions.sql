-- What a person may see of a session and end it by, and when it ends whatever happens. The release before this one
-- writes sessions without these columns.
alter table sessions
  add column id uuid not null default gen_random_uuid(),
  -- How it was made: password, sign_on and those that platform/caller.ts lists.
  add column method text not null default 'password',
  -- Null until it is used; written once in a while, not at each call.
  add column last_used_at bigint,
  -- No use makes it last longer. Null: counted from created_at.
  add column ends_at bigint;
create unique index sessions_by_id on sessions (id);
