import type { DataOf } from '@bocau/contract/endpoint.ts';
import type { getMerge, Merge, MergeRow as RowView } from '@bocau/contract/merges.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { recipientOf } from './fill-message.ts';
import type { MergeDeps } from './merge-deps.ts';
import { expectedEnd, readMergePace } from './merge-pace.ts';
import { countReactions, countRows, type ReportedRow, type RowCounts } from './merge-rows.store.ts';
import { type DraftOfMerge, type MergeRow, readDrafts } from './merges.store.ts';

export async function showMerge(deps: MergeDeps, mailboxId: number, merge: MergeRow): Promise<Merge> {
  const [shown] = await showMerges(deps, mailboxId, [merge]);
  return shown as Merge;
}

export async function showMerges(deps: MergeDeps, mailboxId: number, merges: MergeRow[]): Promise<Merge[]> {
  const { db, clock, config } = deps;
  const now = unixSeconds(clock);
  const [counted, drafts, pace] = await Promise.all([
    countRows(
      db,
      mailboxId,
      merges.map(({ id }) => id),
    ),
    readDrafts(
      db,
      mailboxId,
      merges.map(({ draft_id }) => draft_id),
    ),
    readMergePace(db, config, mailboxId, now),
  ]);
  const ofMerge = Map.groupBy(counted, ({ merge_id }) => merge_id);
  return merges.map((merge) => {
    const counts = countsOf(ofMerge.get(merge.id) ?? []);
    const draft = drafts.get(merge.draft_id);
    const startsAt =
      isBegun(merge) && merge.start_at !== null && merge.start_at > now ? merge.start_at : null;
    const isOpen = merge.state === 'preparing' || merge.state === 'running';
    return {
      ...viewOf(merge, draft),
      ...(startsAt !== null ? { starts_at: startsAt } : {}),
      counts,
      per_hour: pace.perHour,
      per_day: pace.perDay,
      left_today: pace.leftToday,
      expected_end: isOpen && counts.waiting > 0 ? expectedEnd(pace, counts.waiting, startsAt ?? now) : null,
    };
  });
}

function isBegun({ state }: MergeRow): boolean {
  return state === 'running' || state === 'paused';
}

function viewOf(
  merge: MergeRow,
  draft: DraftOfMerge | undefined,
): Omit<Merge, 'counts' | 'per_hour' | 'per_day' | 'left_today' | 'expected_end'> {
  const { content, draft_id, person_id: _person, start_at: _start, taken_by, taker_id, ...rest } = merge;
  const isWaiting = merge.state === 'running';
  return {
    ...rest,
    draft_id: draft ? draft_id : null,
    ...(draft?.discarded ? { draft_discarded: true as const } : {}),
    ...(taken_by === null ? {} : { taken_over: { by: taker_id } }),
    subject: content?.subject ?? draft?.subject ?? '',
    sender: content?.sender ?? draft?.sender ?? null,
    wait: isWaiting ? merge.wait : null,
    wait_until: isWaiting && merge.wait !== null ? merge.wait_until : null,
    paused_by: merge.state === 'paused' ? merge.paused_by : null,
  };
}

function countsOf(counted: RowCounts[]): Merge['counts'] {
  const doubled = counted.reduce((sum, one) => sum + one.doubled, 0);
  const of = (state: RowCounts['state']) => counted.find((one) => one.state === state)?.count ?? 0;
  return {
    rows: counted.reduce((sum, { count }) => sum + count, 0),
    waiting: of('waiting'),
    sending: of('sending'),
    sent: of('sent'),
    refused: of('refused'),
    unclear: of('unclear'),
    skipped: of('skipped'),
    ...(doubled > 0 && { doubled }),
  };
}

export async function showWholeMerge(
  deps: MergeDeps,
  mailboxId: number,
  merge: MergeRow,
): Promise<DataOf<typeof getMerge>> {
  const [shown, reactions] = await Promise.all([
    showMerge(deps, mailboxId, merge),
    countReactions(deps.db, { mailboxId, mergeId: merge.id }),
  ]);
  return { ...shown, ...reactions };
}

export function rowView(merge: MergeRow, row: ReportedRow): RowView {
  const { name, email } = recipientOf(merge, row.cells);
  return { ...row, name, email };
}
