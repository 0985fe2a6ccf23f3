import type { MergeProblem, MergeRowState } from '@bocau/contract/merges.ts';
import { type RawBuilder, sql } from 'kysely';
import { answerKey } from '../../mail/threads/threads.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import type { MergeKey } from './merges.store.ts';
import type { TableLine } from './tables/merge-table.ts';

/** What is needed of a row to check it and to send it. */
export type RowToSend = { row: number; cells: string[]; left_out: boolean };

export type ReportedRow = RowToSend & {
  line: number;
  problems: MergeProblem[];
  empty_fields: string[];
  state: MergeRowState;
  reply: string | null;
  sent_at: number | null;
  message_id: string | null;
  thread_id: string | null;
  opened: boolean | null;
  answered: boolean;
};

export async function insertRows(
  tx: Tx,
  { mailboxId, mergeId }: MergeKey,
  lines: TableLine[],
  from: number,
): Promise<void> {
  const rows = lines.map(({ line, cells }, at) => ({ row: from + at, line, cells }));
  await sql`
    insert into merge_rows (mailbox_id, merge_id, row, line, cells)
    select ${mailboxId}, ${mergeId}::uuid, row, line, cells
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(row integer, line integer, cells jsonb)`.execute(
    tx,
  );
}

export async function readNextWaiting(
  db: ReadDb,
  { mailboxId, mergeId }: MergeKey,
): Promise<RowToSend | undefined> {
  const [found] = await readRows(
    db,
    sql<RowToSend>`
    select row, cells, left_out from merge_rows
    where mailbox_id = ${mailboxId} and merge_id = ${mergeId} and state = 'waiting' order by row limit 1`,
  );
  return found;
}

/** Under the lock of the mailbox; undefined where it is not waiting any more. */
export async function readWaitingRow(
  tx: Tx,
  { mailboxId, mergeId }: MergeKey,
  row: number,
): Promise<RowToSend | undefined> {
  const [found] = await readRows(
    tx,
    sql<RowToSend>`
    select row, cells, left_out from merge_rows
    where mailbox_id = ${mailboxId} and merge_id = ${mergeId} and row = ${row} and state = 'waiting'`,
  );
  return found;
}

export type CheckedRow = {
  row: number;
  address: string;
  problems: MergeProblem[];
  empty_fields: string[];
};

export async function writeChecks(
  tx: Tx,
  { mailboxId, mergeId }: MergeKey,
  checked: CheckedRow[],
): Promise<void> {
  if (checked.length === 0) return;
  await sql`
    update merge_rows m set address = c.address, problems = array(select jsonb_array_elements_text(c.problems)),
      empty_fields = array(select jsonb_array_elements_text(c.empty_fields))
    from jsonb_to_recordset(${JSON.stringify(checked)}::jsonb)
      as c(row integer, address text, problems jsonb, empty_fields jsonb)
    where m.mailbox_id = ${mailboxId} and m.merge_id = ${mergeId} and m.row = c.row and m.state = 'waiting'`.execute(
    tx,
  );
}

export async function updateRow(
  tx: Tx,
  { mailboxId, mergeId }: MergeKey,
  row: number,
  { cells, left_out }: Pick<RowToSend, 'cells' | 'left_out'>,
): Promise<void> {
  await sql`
    update merge_rows set cells = ${JSON.stringify(cells)}::jsonb, left_out = ${left_out}
    where mailbox_id = ${mailboxId} and merge_id = ${mergeId} and row = ${row} and state = 'waiting'`.execute(
    tx,
  );
}

/** Those that are not sent, as something is against it. */
export async function skipProblems(
  tx: Tx,
  { mailboxId, mergeId }: MergeKey,
  blocking: readonly MergeProblem[],
): Promise<void> {
  await sql`
    update merge_rows set state = 'skipped'
    where mailbox_id = ${mailboxId} and merge_id = ${mergeId} and state = 'waiting'
      and problems && ${[...blocking]}::text[]`.execute(tx);
}

export async function skipRow(
  tx: Tx,
  { mailboxId, mergeId }: MergeKey,
  row: number,
  problem: MergeProblem,
): Promise<void> {
  await sql`
    update merge_rows set state = 'skipped', problems = array[${problem}]::text[]
    where mailbox_id = ${mailboxId} and merge_id = ${mergeId} and row = ${row} and state = 'waiting'`.execute(
    tx,
  );
}

export async function markOut(
  tx: Tx,
  { mailboxId, mergeId }: MergeKey,
  row: number,
  {
    outboxId,
    messageId,
    address,
    now,
  }: { outboxId: string; messageId: string; address: string; now: number },
): Promise<void> {
  await sql`
    update merge_rows set state = 'out', outbox_id = ${outboxId}, message_id = ${messageId}, address = ${address},
      sent_at = ${now}
    where mailbox_id = ${mailboxId} and merge_id = ${mergeId} and row = ${row} and state = 'waiting'`.execute(
    tx,
  );
}

export async function stopWaiting(tx: Tx, { mailboxId, mergeId }: MergeKey): Promise<void> {
  await sql`
    update merge_rows set state = 'stopped'
    where mailbox_id = ${mailboxId} and merge_id = ${mergeId} and state = 'waiting'`.execute(tx);
}

/** Those that were skipped wait again, as nothing has left. */
export async function restoreSkipped(tx: Tx, { mailboxId, mergeId }: MergeKey): Promise<void> {
  await sql`
    update merge_rows set state = 'waiting'
    where mailbox_id = ${mailboxId} and merge_id = ${mergeId} and state = 'skipped'`.execute(tx);
}

/** Of a row whose address has another row before it, which was sent to. */
const DOUBLED = sql`r.state = 'skipped' and 'doubled_address' = any(r.problems)`;

/** Rows that were not sent, as rows of another merge; answers how many. */
export async function copyUnsent(
  tx: Tx,
  { mailboxId, mergeId }: MergeKey,
  toMergeId: string,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into merge_rows (mailbox_id, merge_id, row, line, cells, left_out)
    select mailbox_id, ${toMergeId}::uuid, row_number() over (order by row), line, cells, left_out from merge_rows r
    where mailbox_id = ${mailboxId} and merge_id = ${mergeId} and state in ('skipped', 'stopped')
      and not (${DOUBLED})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export async function hasAnyOut(db: ReadDb, { mailboxId, mergeId }: MergeKey): Promise<boolean> {
  const found = await readRows(
    db,
    sql`
    select from merge_rows
    where mailbox_id = ${mailboxId} and merge_id = ${mergeId} and state = 'out' limit 1`,
  );
  return found.length > 0;
}

/** Merges whose unsent rows this one has taken over, and those before them. */
const CHAIN = ({ mailboxId, mergeId }: MergeKey) => sql`with recursive chain(id) as (
      select ${mergeId}::uuid
      union select m.id from merges m join chain c on m.taken_by = c.id where m.mailbox_id = ${mailboxId})`;

/** Which of the addresses have gone out with another row of this merge, such as after a correction, or with one before it. */
export async function readGoneOut(
  db: ReadDb,
  key: MergeKey,
  addresses: readonly string[],
): Promise<Set<string>> {
  const found = await readRows(
    db,
    sql<{ address: string }>`
    ${CHAIN(key)} select distinct r.address from chain c
    join merge_rows r on r.mailbox_id = ${key.mailboxId} and r.merge_id = c.id
    where r.state = 'out' and r.address = any(${addresses}::text[])`,
  );
  return new Set(found.map(({ address }) => address));
}

/** What became of a row that is out: a message whose traces are gone counts as sent. */
const STATE = sql`case
    when r.state <> 'out' then r.state
    when d.state is null or d.state in ('delivered', 'recalled') then 'sent'
    when d.state = 'failed' then 'refused'
    when d.state = 'unclear' then 'unclear'
    else 'sending' end`;
const DELIVERIES = (mailboxId: number) => sql`left join lateral (
    select p.state, p.reply from outbox_recipients p
    where p.mailbox_id = ${mailboxId} and p.outbox_id = r.outbox_id limit 1) d on true`;
const OPENED = sql`case when g.tracking is not null then (g.tracking->>'view_count')::integer > 0 end`;
/**
 * It names what it answers: the copy of a merge that came to its own sender is from that address too. Looked for in the
 * conversation of the message, and in the one that its key leads to (MM-44).
 */
const ANSWERED = (mailboxId: number) => sql`exists (
    select from (
      select g.thread_id
      union all
      select k.thread_id from thread_keys k
      where k.mailbox_id = ${mailboxId} and k.key = ${answerKey(sql`g.message_id_header`, sql`r.address`)}
    ) t
    join messages a on a.mailbox_id = ${mailboxId} and a.thread_id = t.thread_id
    join message_contents c on c.mailbox_id = ${mailboxId} and c.message_id = a.id
    where a.id <> g.id
      and not a.draft and lower(a.sender->>'email') = r.address
      and (c.in_reply_to = g.message_id_header or g.message_id_header = any(c.refs)))`;

export type RowFilter = {
  after: number;
  limit: number;
  state?: MergeRowState | undefined;
  problem?: MergeProblem | undefined;
  did?: 'opened' | 'answered' | undefined;
  row?: number;
};

export async function readReport(
  db: ReadDb,
  { mailboxId, mergeId }: MergeKey,
  { after, limit, state, problem, did, row }: RowFilter,
): Promise<ReportedRow[]> {
  const wanted: RawBuilder<unknown>[] = [];
  if (row !== undefined) wanted.push(sql`r.row = ${row}`);
  if (problem !== undefined) wanted.push(sql`${problem} = any(r.problems)`);
  if (state !== undefined) wanted.push(sql`${STATE} = ${state}`);
  if (did === 'opened') wanted.push(sql`${OPENED}`);
  if (did === 'answered') wanted.push(sql`${ANSWERED(mailboxId)}`);
  const where = wanted.map((one) => sql`and ${one}`);
  return readRows(
    db,
    sql<ReportedRow>`
    select r.row, r.line, r.cells, r.left_out, r.problems, r.empty_fields, ${STATE} as state, d.reply, r.sent_at,
      g.id as message_id, g.thread_id, ${OPENED} as opened, ${ANSWERED(mailboxId)} as answered
    from merge_rows r ${DELIVERIES(mailboxId)}
    left join messages g on g.mailbox_id = ${mailboxId} and g.id = r.message_id
    where r.mailbox_id = ${mailboxId} and r.merge_id = ${mergeId} and r.row > ${after} ${sql.join(where, sql` `)}
    order by r.row limit ${limit}`,
  );
}

export type RowCounts = { state: MergeRowState; count: number; doubled: number };

export async function countRows(
  db: ReadDb,
  mailboxId: number,
  mergeIds: string[],
): Promise<(RowCounts & { merge_id: string })[]> {
  return readRows(
    db,
    sql<RowCounts & { merge_id: string }>`
    select r.merge_id, ${STATE} as state, count(*)::integer as count,
      (count(*) filter (where ${DOUBLED}))::integer as doubled
    from merge_rows r ${DELIVERIES(mailboxId)}
    where r.mailbox_id = ${mailboxId} and r.merge_id = any(${mergeIds}::uuid[])
    group by 1, 2`,
  );
}

/** Null where no message has a tracking image. */
export async function countReactions(
  db: ReadDb,
  { mailboxId, mergeId }: MergeKey,
): Promise<{ opened: number | null; answered: number }> {
  const [found] = await readRows(
    db,
    sql<{ tracked: number; opened: number; answered: number }>`
    select count(*) filter (where g.tracking is not null)::integer as tracked,
      count(*) filter (where ${OPENED})::integer as opened,
      count(*) filter (where ${ANSWERED(mailboxId)})::integer as answered
    from merge_rows r join messages g on g.mailbox_id = ${mailboxId} and g.id = r.message_id
    where r.mailbox_id = ${mailboxId} and r.merge_id = ${mergeId} and r.state = 'out'`,
  );
  return { opened: found && found.tracked > 0 ? found.opened : null, answered: found?.answered ?? 0 };
}

/** How many rows have each of the problems of the last check. */
export async function countProblems(
  db: ReadDb,
  { mailboxId, mergeId }: MergeKey,
): Promise<Map<MergeProblem, number>> {
  const rows = await readRows(
    db,
    sql<{ problem: MergeProblem; count: number }>`
    select p.problem, count(*)::integer as count from merge_rows r, unnest(r.problems) as p(problem)
    where r.mailbox_id = ${mailboxId} and r.merge_id = ${mergeId} group by 1`,
  );
  return new Map(rows.map(({ problem, count }) => [problem, count]));
}
