-- What became of each message, for thirty days: addresses, ids, times and reasons, and nothing of what it says. A row is
-- written with what it tells of, so it has to cost little: rows are only added, a day's lie together (`slot` is the day
-- modulo 32), and a day goes by emptying its partition. A summary of what stands in each few pages finds a message, and
-- is made when the pages are full, so that adding a row writes to no index.
create table mail_trace (
  slot integer not null,
  at bigint not null,
  event text not null,
  -- As the header has it, without brackets; null where there is none, or where it was not read.
  message_id text,
  -- Of the envelope, as addresses are compared; empty of a report.
  sender text,
  recipient text,
  -- From which client it came, and how.
  client text,
  -- The message where it was filed, or the row of `outbox`.
  ref uuid,
  folder text,
  rule uuid,
  -- Why it was thought to be spam or forged.
  verdict text,
  code integer,
  -- A reply or a reason.
  said text
) partition by list (slot);

do $$
begin
  for slot in 0..31 loop
    execute format('create table mail_trace_%s partition of mail_trace for values in (%s)', lpad(slot::text, 2, '0'), slot);
  end loop;
end $$;

create index mail_trace_at on mail_trace using brin (at)
  with (pages_per_range = 16, autosummarize = on);
create index mail_trace_message on mail_trace
  using brin (message_id text_bloom_ops (n_distinct_per_range = 900, false_positive_rate = 0.01))
  with (pages_per_range = 16, autosummarize = on);
create index mail_trace_sender on mail_trace
  using brin (sender text_bloom_ops (n_distinct_per_range = 900, false_positive_rate = 0.01))
  with (pages_per_range = 16, autosummarize = on);
create index mail_trace_recipient on mail_trace
  using brin (recipient text_bloom_ops (n_distinct_per_range = 900, false_positive_rate = 0.01))
  with (pages_per_range = 16, autosummarize = on);

-- An index of an empty table begins with a summary of its first pages, and each row would be written to it.
select brin_desummarize_range(i.indexrelid::regclass, 0)
from pg_index i join pg_inherits p on p.inhrelid = i.indrelid
where p.inhparent = 'mail_trace'::regclass;
