-- What was done to the people of a domain, by its owners or at the command line. Rows outlive both people.
create table audit_log (
  domain_id bigint not null references domains,
  id bigint generated always as identity,
  at bigint not null,
  -- Null: the command line.
  actor_mailbox_id bigint,
  -- The address of then; empty for the command line.
  actor text not null,
  -- From where; empty for the command line.
  address text not null,
  person_mailbox_id bigint not null,
  person text not null,
  act text not null,
  before text,
  after text,
  primary key (domain_id, id)
);
create index audit_log_by_person on audit_log (person_mailbox_id, id);
create index audit_log_by_age on audit_log (at);

-- The latest sign-in of each of a page of people, past any number of failed tries.
create index security_events_sign_ins on security_events (mailbox_id, at) where outcome = 'ok';
-- The newest people of a domain.
create index mailboxes_newest on mailboxes (domain_id, id);
