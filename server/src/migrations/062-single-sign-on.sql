-- The provider of a domain's single sign-on (OpenID Connect).
create table sign_on_providers (
  domain_id bigint primary key references domains on delete cascade,
  issuer text not null,
  client_id text not null,
  -- Encrypted; null: the client has none.
  client_secret bytea,
  -- Whether a verified address of this very domain is enough to find the mailbox.
  trust_email boolean not null default false
);

-- A sign-in that waits for the provider, and then for the page. Only hashes: with the table alone nobody gets in.
create table sign_on_attempts (
  token_hash bytea primary key,
  domain_id bigint not null references domains on delete cascade,
  browser_hash bytea not null,
  return_to text not null,
  created_at bigint not null,
  expires_at bigint not null,
  -- Who the provider says it is; null until it has.
  issuer text,
  subject text,
  email text,
  email_verified boolean not null default false
);
create index sign_on_attempts_by_age on sign_on_attempts (expires_at);

-- Which account at the provider opens which mailbox.
create table sign_on_links (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  domain_id bigint not null references domains on delete cascade,
  issuer text not null,
  subject text not null,
  -- What the provider called it, for its person to know it by; nothing is found by it.
  email text not null,
  created_at bigint not null,
  last_used_at bigint,
  primary key (mailbox_id, id)
);
create unique index sign_on_links_by_identity on sign_on_links (domain_id, issuer, subject);
