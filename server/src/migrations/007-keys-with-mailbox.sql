-- Every key within mail begins with its mailbox, so that mail can be spread by it over several databases.
alter table tracking_marks
  drop constraint tracking_marks_pkey,
  add primary key (mailbox_id, token_hash);
-- Who asks for a mark has nothing but its token.
create index tracking_marks_by_token on tracking_marks (token_hash);
