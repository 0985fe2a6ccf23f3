-- Links by which an Apple device fetches its mail profile once, a few minutes long, with an app password in it.
create table profile_links (
  mailbox_id bigint not null,
  app_password_id uuid not null,
  -- Of the token, which only the link has.
  token_hash bytea not null,
  -- Which made it: the link ends with it.
  session_id uuid not null,
  -- The app password, encrypted with a key that is derived from the token.
  sealed bytea not null,
  expires_at bigint not null,
  primary key (mailbox_id, app_password_id),
  foreign key (mailbox_id, app_password_id) references app_passwords on delete cascade
);
create unique index profile_links_by_token on profile_links (token_hash);
create index profile_links_by_expiry on profile_links (expires_at);
