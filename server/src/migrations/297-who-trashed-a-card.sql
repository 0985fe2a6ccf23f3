-- Who put a card into the trash, where that was not the owner of its book.
alter table contact_cards add column trashed_by bigint;
