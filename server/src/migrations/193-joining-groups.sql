-- Who of the domain joins by themselves: 'nobody', who asks a keeper ('ask'), or 'everyone'.
alter table groups add column joining text not null default 'nobody';
-- Whether members may leave by themselves.
alter table groups add column leaving boolean not null default true;
-- Who sees the members: 'keepers', 'members', or everybody of the 'domain'.
alter table groups add column seen_by text not null default 'keepers';

-- People who asked to join, until a keeper answers.
create table group_requests (
  group_id bigint not null references groups on delete cascade,
  person_id bigint not null references mailboxes on delete cascade,
  asked_at bigint not null,
  primary key (group_id, person_id)
);
create index group_requests_by_person on group_requests (person_id);
