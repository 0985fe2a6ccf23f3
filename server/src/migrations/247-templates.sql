-- Templates of a mailbox: what messages are made of.
create table templates (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  name text not null,
  -- Empty outside of folders.
  folder text not null,
  subject text not null,
  html text not null,
  -- {to, cc, bcc}, each an array of {name, email}.
  recipients jsonb not null,
  -- How often it was put into a message.
  uses integer not null default 0,
  updated_at bigint not null,
  primary key (mailbox_id, id)
);

-- Templates of a domain, which all of it use.
create table domain_templates (
  domain_id bigint not null references domains on delete cascade,
  id uuid not null,
  version integer not null,
  deleted_at bigint,
  primary key (domain_id, id)
);
create index domain_templates_deleted on domain_templates (deleted_at) where deleted_at is not null;

-- What each of them said, up to the current version.
create table domain_template_versions (
  domain_id bigint not null,
  template_id uuid not null,
  version integer not null,
  name text not null,
  folder text not null,
  subject text not null,
  html text not null,
  recipients jsonb not null,
  updated_at bigint not null,
  -- An address: whoever left is still named.
  updated_by text not null,
  primary key (domain_id, template_id, version),
  foreign key (domain_id, template_id) references domain_templates on delete cascade
);

-- Who may change them besides the owners.
create table template_keepers (
  domain_id bigint not null references domains on delete cascade,
  person_id bigint not null references mailboxes on delete cascade,
  added_at bigint not null,
  primary key (domain_id, person_id)
);
create index template_keepers_by_person on template_keepers (person_id);
