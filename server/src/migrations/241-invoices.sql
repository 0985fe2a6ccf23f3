-- Invoices that came with mail, derived from their files but for marks and notes.
create table invoices (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  message_id uuid not null,
  -- Among the invoices of its message, in the order of the files.
  position smallint not null,
  attachment_id uuid not null,
  version smallint not null,
  kind text not null,
  direction text not null,
  seller_name text not null,
  seller_tax_code text collate "C" not null,
  buyer_name text not null,
  buyer_tax_code text collate "C" not null,
  form text not null,
  symbol text not null,
  number text collate "C" not null,
  dated date,
  -- Its date, or the day on which it came.
  listed_on date not null,
  received_at bigint not null,
  before_tax numeric,
  tax numeric,
  total numeric,
  currency text not null,
  -- The one rate of all its lines; null of several, which are in the content.
  rate text,
  account text not null,
  -- A hash of what an invoice tells, by which copies are known.
  content_hash text not null,
  -- The seller has signed it, as far as the file proves that.
  proven boolean not null,
  original_kind text check (original_kind in ('replaces', 'adjusts')),
  original_form text,
  original_symbol text,
  original_number text collate "C",
  own_checks jsonb not null,
  checks jsonb not null,
  state text not null check (state in ('ok', 'failed', 'unknown')),
  standing text not null check (standing in ('valid', 'duplicate', 'replaced')),
  duplicate_of uuid,
  -- Names and numbers without accents, for the search.
  words text not null,
  mark text check (mark in ('booked', 'paid', 'query')),
  note text not null,
  primary key (mailbox_id, id),
  unique (mailbox_id, message_id, position)
);
-- Lists, and sums of whole months without a look at the rows.
create index invoices_listed on invoices (mailbox_id, direction, listed_on desc, id desc)
  include (currency, rate, before_tax, tax, total, standing);
create index invoices_of_seller on invoices (mailbox_id, seller_tax_code, listed_on desc, id desc);
create index invoices_by_state on invoices (mailbox_id, direction, state, listed_on desc, id desc);
create index invoices_by_mark on invoices (mailbox_id, direction, mark, listed_on desc, id desc)
  where mark is not null;
create index invoices_by_number on invoices (mailbox_id, number, seller_tax_code);
create index invoices_by_original on invoices (mailbox_id, original_number, seller_tax_code)
  where original_number is not null;

-- What else stands in them.
create table invoice_contents (
  mailbox_id bigint not null references mailboxes on delete cascade,
  message_id uuid not null,
  position smallint not null,
  content jsonb not null,
  primary key (mailbox_id, message_id, position)
);

-- Before the first ANALYZE the planner would take a mailbox for the whole table (decision 019).
alter table invoices alter column mailbox_id set (n_distinct = -0.001);
alter table invoices alter column id set (n_distinct = -1);
alter table invoices alter column message_id set (n_distinct = -0.9);
alter table invoices alter column seller_tax_code set (n_distinct = -0.05);
alter table invoice_contents alter column mailbox_id set (n_distinct = -0.001);
