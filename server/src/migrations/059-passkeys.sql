-- Keys of WebAuthn that people sign in by. Found by the credential, before it is known whose it is.
create table passkeys (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  credential bytea not null,
  -- COSE (RFC 9052).
  public_key bytea not null,
  -- Authenticators that keep one count every signature; a count that goes back shows a copy.
  counter bigint not null,
  transports text[] not null,
  -- Synchronised to other devices of its person.
  backed_up boolean not null,
  name text not null,
  created_at bigint not null,
  last_used_at bigint,
  primary key (mailbox_id, id)
);
create unique index passkeys_by_credential on passkeys (credential);

-- What an authenticator is to sign; used up by the first answer.
create table passkey_challenges (
  challenge_hash bytea primary key,
  -- add, sign_in, step or proof.
  purpose text not null,
  -- Null for a sign-in without a password, which says only by its answer whose it is.
  mailbox_id bigint references mailboxes on delete cascade,
  -- The hash of the token of the session, or of the sign-in, that it was given to.
  bound_to bytea,
  expires_at bigint not null
);
create index passkey_challenges_by_age on passkey_challenges (expires_at);
create index passkey_challenges_by_mailbox on passkey_challenges (mailbox_id);
