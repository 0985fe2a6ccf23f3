-- The people of all domains are found by the words of their names and addresses: those of no domain begin with 0.
create index mailboxes_by_words_anywhere on mailboxes using gin (member_words(0::bigint, name, email));
