-- What a person says about themselves. The release before writes mailboxes without these.
alter table mailboxes
  -- As 1990-12-31.
  add column birth_date text,
  add column gender text check (gender in ('male', 'female', 'other')),
  -- E.164, once it is proven.
  add column phone text;

-- Pictures of people, made anew from what was uploaded: the square in two widths.
create table avatars (
  mailbox_id bigint primary key references mailboxes on delete cascade,
  -- Of the pictures; in their address, so that another picture has another one.
  hash text not null unique,
  small bytea not null,
  large bytea not null,
  at bigint not null
);
