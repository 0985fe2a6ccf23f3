-- What a mail program has expunged comes back with its labels.
alter table removed_messages add column label_ids uuid[];
