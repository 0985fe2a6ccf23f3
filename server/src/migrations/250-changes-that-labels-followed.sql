-- The change up to which the lists of labels have followed: a release without labels leaves it behind. Null where a mailbox
-- never had a label.
alter table mailbox_state add column labelled_seq bigint;
