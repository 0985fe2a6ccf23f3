-- Images that a signature owns: drafts copy them, and cleaning leaves them alone.
alter table attachments add column in_signature boolean not null default false;
