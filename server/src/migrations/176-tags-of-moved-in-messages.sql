-- What a message was tagged with at the other provider: IMAP keywords, and labels of Gmail. Null: not asked for yet.
alter table moved_in_messages
  add column keywords text[],
  add column labels text[];
