-- Who administers the whole installation; a domain's owner administers it alone.
alter table mailboxes add column provider boolean not null default false;

-- By these programs administer: only the hash of a token is kept. One of a domain sees and changes nothing beside it.
create table admin_tokens (
  id text primary key,
  name text not null,
  token_hash bytea not null unique,
  scopes text[] not null,
  domain_id bigint references domains,
  created_at bigint not null,
  expires_at bigint,
  revoked_at bigint,
  last_used_at bigint
);
create unique index admin_tokens_by_name on admin_tokens (name) where revoked_at is null;

-- Every act of an administrator is one: of a domain, of nobody's domain, of a thing that is no person.
alter table audit_log
  drop constraint audit_log_pkey,
  add primary key (id),
  alter column domain_id drop not null,
  alter column person_mailbox_id drop not null,
  -- Whoever acted by a token; at the command line there is neither a mailbox nor a token.
  add column token_id text;
create index audit_log_by_domain on audit_log (domain_id, id);
create index audit_log_by_actor on audit_log (actor_mailbox_id, id);

-- What was done stays written down: rows are added, and go by their age alone, which is contract AUDIT_DAYS.
create function keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < extract(epoch from now()) - 730 * 86400 then return old; end if;
  raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_kept before update or delete on audit_log
  for each row execute function keep_audit_log();
create trigger audit_log_kept_whole before truncate on audit_log
  for each statement execute function keep_audit_log();
