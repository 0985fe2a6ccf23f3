-- Keys by which outgoing mail is signed (DKIM) in the name of a domain; the one of the program's settings signs for the
-- others. Several of a domain, as a new one is published before it signs, and the old one for as long as mail is on its way.
create table domain_keys (
  domain_id bigint not null references domains on delete cascade,
  selector text not null,
  -- PKCS #8, encrypted.
  private_key bytea not null,
  signs boolean not null,
  created_at bigint not null,
  primary key (domain_id, selector)
);
create unique index domain_keys_signing on domain_keys (domain_id) where signs;

-- Who gets mail to addresses of the domain that nobody has; nobody where that mailbox is gone.
alter table domains add column catch_all_mailbox_id bigint;
