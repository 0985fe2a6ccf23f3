-- What attached documents say, by their bytes: words with their places as the search index has them, but without the
-- prefix of a message. So the same file is read once, and an index that is made anew does not read it again.
create table file_texts (
  blob bytea primary key,
  -- Null where nothing could be read; then the reason is given.
  words tsvector,
  failure text,
  -- Of the program that read it.
  version integer not null,
  at bigint not null,
  check ((words is null) = (failure is not null))
);
-- Nothing is planned by it, and looking through it for statistics takes long.
alter table file_texts alter column words set statistics 0;
do $$ begin
  alter table file_texts alter column words set compression lz4;
exception when feature_not_supported then null;
end $$;
