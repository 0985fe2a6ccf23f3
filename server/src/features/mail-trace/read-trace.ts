import { TRACE_DAYS, TRACE_PER_PAGE, type Traced } from '@bocau/contract/admin-mail.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import * as store from '../../mail/trace/trace.store.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';
import { type NamesOfPlaces, readNamesOfPlaces } from './mail-trace.store.ts';

export type TraceQuery = {
  message?: string | undefined;
  sender?: string | undefined;
  recipient?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};

type Place = { at: number; place: string };

const HOUR = 3600;
const DAY = 24 * HOUR;
const UUID = /^[0-9a-f-]{36}$/;
const PLACE = /^\(\d{1,10},\d{1,5}\)$/;
/** How far back a page searches in each step: usually it is full before all of thirty days were read. */
const STEPS = [HOUR, DAY, Number.POSITIVE_INFINITY];

/** `ref`: the message, or the row of the outbox or of what waits for a group, by its id. */
type TracedRow = Traced & { ref: string | null };

/** A page of the trace, latest first, and the cursor of the next one. */
export async function readTracePage(
  { db, clock }: { db: ReadDb; clock: Clock },
  query: TraceQuery,
): Promise<{ events: TracedRow[]; nextCursor: string | null }> {
  const now = unixSeconds(clock);
  const from = Math.max(query.from ?? 0, now - TRACE_DAYS * DAY);
  const to = Math.min(query.to ?? now + 1, now + 1);
  const limit = query.limit ?? TRACE_PER_PAGE;
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  const filter = {
    messageId: query.message === undefined ? undefined : store.tracedId(bareId(query.message)),
    sender: query.sender === undefined ? undefined : foldAddress(query.sender),
    recipient: query.recipient === undefined ? undefined : foldAddress(query.recipient),
  };
  const rows = await readBack(db, { ...filter, from, to }, after, limit + 1);
  const page = rows.slice(0, limit);
  const names = await readNamesOfPlaces(
    db,
    [...new Set(page.flatMap(({ recipient }) => recipient ?? []))],
    idsOf(page, 'folder'),
    idsOf(page, 'rule'),
  );
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    events: page.map((row) => tracedView(row, names)),
    nextCursor: last ? encodeCursor([last.at, last.place]) : null,
  };
}

/** The latest matching rows, step by step. */
async function readBack(
  db: ReadDb,
  filter: store.TraceFilter,
  after: Place | null,
  limit: number,
): Promise<store.PlacedRow[]> {
  const rows: store.PlacedRow[] = [];
  const begin = after === null ? filter.to : Math.min(filter.to, after.at + 1);
  let to = begin;
  for (const step of STEPS) {
    const from = Math.max(filter.from, begin - step);
    const place = after !== null && to === after.at + 1 ? after.place : undefined;
    rows.push(...(await store.readTrace(db, { ...filter, from, to, place }, limit - rows.length)));
    if (rows.length >= limit || from === filter.from) break;
    to = from;
  }
  return rows;
}

function bareId(messageId: string): string {
  return messageId.trim().replace(/^<|>$/g, '');
}

function readCursor(cursor: string): Place {
  const [at, place] = decodeCursor(cursor, 2) ?? [];
  if (!Number.isSafeInteger(at) || typeof place !== 'string' || !PLACE.test(place))
    throw new Failure('invalid_cursor', 'The cursor is of no list like this');
  return { at: at as number, place };
}

function idsOf(rows: store.TraceRow[], column: 'folder' | 'rule'): string[] {
  return [...new Set(rows.flatMap((row) => row[column] ?? []))].filter((text) => UUID.test(text));
}

/** A deleted folder or rule is shown by its id. */
function tracedView({ place: _, ...row }: store.PlacedRow, { folders, rules }: NamesOfPlaces): TracedRow {
  return {
    ...row,
    folder: row.folder && (folders.get(row.folder) ?? row.folder),
    rule: row.rule && (rules.get(row.rule) ?? row.rule),
  };
}
