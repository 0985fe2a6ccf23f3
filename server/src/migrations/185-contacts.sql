-- Contacts: a kernel beside mail and the drive, with its own lock and journal.
create table contact_state (
  mailbox_id bigint primary key references mailboxes on delete cascade,
  seq bigint not null default 0,
  -- Entries of the journal up to here were thrown away.
  forgotten_seq bigint not null default 0,
  -- All cards, those in the trash too.
  cards integer not null default 0
) with (fillfactor = 50);

create table contact_books (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  name text not null,
  -- The name as it is compared: without case and accents.
  name_key text collate "C" not null,
  -- New cards go here.
  is_default boolean not null default false,
  -- Of the last change of the book or of its cards.
  seq bigint not null,
  -- Cards that its list shows: people and organisations that are not in the trash.
  total integer not null default 0,
  created_at bigint not null,
  primary key (mailbox_id, id)
) with (fillfactor = 50);
create unique index contact_books_default on contact_books (mailbox_id) where is_default;
create unique index contact_books_by_name on contact_books (mailbox_id, name_key);

-- People of the same domain with whom a book is shared.
create table contact_book_members (
  mailbox_id bigint not null references mailboxes on delete cascade,
  book_id uuid not null,
  with_mailbox_id bigint not null,
  permission text not null check (permission in ('READ', 'WRITE')),
  created_at bigint not null,
  primary key (mailbox_id, book_id, with_mailbox_id)
);
create index contact_book_members_by_person on contact_book_members (with_mailbox_id);

-- Everything but book, name, favourite and trash is derived from the source of the card.
create table contact_cards (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  book_id uuid not null,
  uid text not null,
  -- The name of the resource in its book, for programs.
  name text not null,
  -- A hash of the source.
  etag text not null,
  -- Of the change that wrote it last.
  seq bigint not null,
  derived_version smallint not null,
  kind text not null,
  full_name text not null,
  given_key text collate "C" not null,
  family_key text collate "C" not null,
  organisation text not null,
  title text not null,
  email text not null,
  phone text not null,
  birthday text,
  -- Folded, each with a space before it; the endings of numbers too.
  words text not null,
  -- A hash of the photo's bytes.
  photo_key text,
  favorite boolean not null default false,
  created_at bigint not null,
  changed_at bigint not null,
  trashed_at bigint,
  primary key (mailbox_id, id)
) with (fillfactor = 85);
create unique index contact_cards_by_name on contact_cards (mailbox_id, book_id, name) where trashed_at is null;
create unique index contact_cards_by_uid on contact_cards (mailbox_id, book_id, uid) where trashed_at is null;
create index contact_cards_trashed_uid on contact_cards (mailbox_id, book_id, uid) where trashed_at is not null;
create index contact_cards_given on contact_cards (mailbox_id, given_key, id)
  where trashed_at is null and kind <> 'group';
create index contact_cards_family on contact_cards (mailbox_id, family_key, id)
  where trashed_at is null and kind <> 'group';
create index contact_cards_book_given on contact_cards (mailbox_id, book_id, given_key, id)
  where trashed_at is null and kind <> 'group';
create index contact_cards_book_family on contact_cards (mailbox_id, book_id, family_key, id)
  where trashed_at is null and kind <> 'group';
create index contact_cards_favorite on contact_cards (mailbox_id, given_key, id)
  where favorite and trashed_at is null and kind <> 'group';
create index contact_cards_in_trash on contact_cards (mailbox_id, trashed_at desc, id desc)
  where trashed_at is not null;
create index contact_cards_by_trash_age on contact_cards (trashed_at) where trashed_at is not null;
create index contact_cards_by_change on contact_cards (mailbox_id, book_id, seq) where trashed_at is null;
create index contact_cards_outdated on contact_cards (derived_version);

-- The words of a card, each under the number of the mailbox.
create function contact_words(mailbox_id bigint, words text) returns tsvector
  language sql immutable parallel safe
return (
  select coalesce(array_to_tsvector(array_agg(mailbox_id || '.' || word)), ''::tsvector)
  from unnest(string_to_array(words, ' ')) as word
  where word <> ''
);
create index contact_cards_by_words on contact_cards using gin (contact_words(mailbox_id, words))
  with (gin_pending_list_limit = 1024) where trashed_at is null;

-- The vCard as it was put, byte for byte.
create table contact_sources (
  mailbox_id bigint not null references mailboxes on delete cascade,
  card_id uuid not null,
  source bytea not null,
  primary key (mailbox_id, card_id)
);

-- Addresses, folded, and numbers, in international form where they are numbers; of cards that are not in the trash.
create table contact_points (
  mailbox_id bigint not null references mailboxes on delete cascade,
  card_id uuid not null,
  kind text not null check (kind in ('email', 'phone')),
  position smallint not null,
  value text not null,
  primary key (mailbox_id, card_id, kind, position)
);
create index contact_points_by_value on contact_points (mailbox_id, value);

-- The lists of cards that are not in the trash; sort keys are those of the card, so that a page is one index range.
create table contact_list_members (
  mailbox_id bigint not null references mailboxes on delete cascade,
  list_key text collate "C" not null,
  card_id uuid not null,
  given_key text collate "C" not null,
  family_key text collate "C" not null,
  primary key (mailbox_id, card_id, list_key)
);
create index contact_list_members_given on contact_list_members (mailbox_id, list_key, given_key, card_id);
create index contact_list_members_family on contact_list_members (mailbox_id, list_key, family_key, card_id);
create table contact_lists (
  mailbox_id bigint not null references mailboxes on delete cascade,
  -- The name as it is compared: in composed form, without case.
  list_key text collate "C" not null,
  name text not null,
  total integer not null,
  primary key (mailbox_id, list_key)
) with (fillfactor = 50);

-- Pictures made of the photos of cards; none where a photo can't be drawn.
create table contact_photos (
  mailbox_id bigint not null references mailboxes on delete cascade,
  card_id uuid not null,
  photo_key text not null,
  small bytea,
  large bytea,
  primary key (mailbox_id, card_id)
);
-- Cards whose photo may have no pictures yet.
create index contact_cards_with_photo on contact_cards (mailbox_id, id) where photo_key is not null;

-- What an import has made, so that it can be undone for a week.
create table contact_imports (
  mailbox_id bigint not null references mailboxes on delete cascade,
  -- Chosen by who imports; the ids of its cards follow from it and from their places in the file.
  id uuid not null,
  at bigint not null,
  cards integer not null,
  primary key (mailbox_id, id)
);
create index contact_imports_by_age on contact_imports (at);

-- What merges have changed, so that they can be undone for a week.
create table contact_merges (
  mailbox_id bigint not null references mailboxes on delete cascade,
  -- Chosen by who merges.
  id uuid not null,
  at bigint not null,
  card_id uuid not null,
  -- The card before.
  source bytea not null,
  -- The number of the change: of a later one it can't be undone.
  seq bigint not null,
  -- The cards that went into the trash.
  merged uuid[] not null,
  primary key (mailbox_id, id)
);
create index contact_merges_by_age on contact_merges (at);

create table contact_changes (
  mailbox_id bigint not null references mailboxes on delete cascade,
  seq bigint not null,
  kind text not null check (kind in ('card', 'book', 'list')),
  entity uuid not null,
  at bigint not null,
  primary key (mailbox_id, seq, kind, entity)
);
create index contact_changes_by_age on contact_changes (at);

-- Names of resources that left a book, for programs that synchronise from a number on.
create table contact_removed (
  mailbox_id bigint not null references mailboxes on delete cascade,
  book_id uuid not null,
  name text not null,
  seq bigint not null,
  at bigint not null,
  primary key (mailbox_id, book_id, name)
);
create index contact_removed_by_number on contact_removed (mailbox_id, book_id, seq);
create index contact_removed_by_age on contact_removed (at);

-- Before the first ANALYZE the planner would take a mailbox for the whole table (decision 019).
alter table contact_cards alter column mailbox_id set (n_distinct = -0.0001);
alter table contact_cards alter column id set (n_distinct = -1);
alter table contact_cards alter column uid set (n_distinct = -1);
alter table contact_cards alter column name set (n_distinct = -1);
alter table contact_cards alter column book_id set (n_distinct = 4);
alter table contact_sources alter column mailbox_id set (n_distinct = -0.0001);
alter table contact_sources alter column card_id set (n_distinct = -1);
alter table contact_points alter column mailbox_id set (n_distinct = -0.0001);
alter table contact_points alter column card_id set (n_distinct = -0.5);
alter table contact_points alter column value set (n_distinct = -0.9);
alter table contact_list_members alter column mailbox_id set (n_distinct = -0.0001);
alter table contact_list_members alter column card_id set (n_distinct = -0.7);
alter table contact_list_members alter column list_key set (n_distinct = 20);
alter table contact_removed alter column mailbox_id set (n_distinct = -0.0001);
alter table contact_removed alter column book_id set (n_distinct = 4);
alter table contact_removed alter column name set (n_distinct = -1);
