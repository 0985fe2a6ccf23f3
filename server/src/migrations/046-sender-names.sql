-- How an own address names its user in From (null: as the mailbox does), and which one new mail is sent from: none is the mailbox's own.
alter table addresses
  add column sender_name text,
  add column default_sender boolean not null default false;

create unique index default_senders on addresses (mailbox_id) where default_sender;
