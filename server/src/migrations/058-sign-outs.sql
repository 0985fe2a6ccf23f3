-- How often everybody was signed out of a mailbox: a sign-in that was judged before one of these opens nothing after it.
alter table mailboxes add column sign_outs integer not null default 0;
