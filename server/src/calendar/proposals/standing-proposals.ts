import type { TimeProposal } from '@bocau/contract/calendar.ts';
import type { ReadDb } from '../../tables.ts';
import type { CalendarChange } from '../change-calendar.ts';
import { shownTime } from '../ical/event-fields.ts';
import { type EventTime, momentOf } from '../ical/event-time.ts';
import { guestsOf } from '../ical/guests.ts';
import { type CalendarObject, type EventPart, readObject } from '../ical/read-object.ts';
import { timeAt } from '../objects/series-parts.ts';
import { findOccurrence } from '../occurrences/occurrences-of.ts';
import { deleteProposal, type ProposalRow, readProposals } from './proposals.store.ts';

const DAY = 24 * 3600;

/** When all of an event, or one of a series, happens, and what says so. */
export type Meeting = { part: EventPart; start: EventTime; end: EventTime };

/** Null where there is none, or where it was called off. */
export function meetingAt(object: CalendarObject, original: string): Meeting | null {
  if (original === '') {
    const part = object.main;
    return part && !part.isCancelled ? { part, start: part.start, end: part.end } : null;
  }
  const found = findOccurrence(object, original);
  if (!found || found.part.isCancelled) return null;
  const { part, at, until } = found;
  return { part, start: timeAt(part.start, at), end: timeAt(part.end, until) };
}

export type StandingProposal = { row: ProposalRow; meeting: Meeting };

/** Who proposes that a meeting stays when it is has taken back what they proposed before. */
export function isWithdrawn({ at, until, was_at, was_until }: ProposalRow): boolean {
  return at === was_at && until === was_until;
}

/**
 * Proposals that are not over: it is still when it was then, and who proposes is still asked. So whoever moves a meeting
 * has answered them all, and whoever undoes that has them again.
 */
export function standingAmong(rows: readonly ProposalRow[], object: CalendarObject): StandingProposal[] {
  return validAmong(rows, object).filter(({ row }) => !isWithdrawn(row));
}

/**
 * CL-267: whether a guest has proposed the time at which all of a meeting, or one of a series, is now: they are not asked
 * again. What was declined, or is of an earlier time, is no answer.
 */
export function hasProposed(
  rows: readonly ProposalRow[],
  guest: string,
  { place, start, end }: { place: string } & Pick<EventPart, 'start' | 'end'>,
): boolean {
  return rows.some(
    (row) =>
      row.guest === guest &&
      row.original === place &&
      row.declined_at === null &&
      !isWithdrawn(row) &&
      row.at === momentOf(start) &&
      row.until === momentOf(end),
  );
}

/** With those that their guests have withdrawn, which are told too and outlive a late copy of what they withdraw. */
export function validAmong(rows: readonly ProposalRow[], object: CalendarObject): StandingProposal[] {
  return rows.flatMap((row) => {
    const meeting = meetingAt(object, row.original);
    if (!meeting || momentOf(meeting.start) !== row.was_at || momentOf(meeting.end) !== row.was_until)
      return [];
    const isAsked = guestsOf(meeting.part.part).some(({ address }) => address === row.guest);
    return isAsked ? [{ row, meeting }] : [];
  });
}

/** As the web shows them: to a guest their own, to others what nobody has declined. */
export async function showProposals(
  db: ReadDb,
  mailboxId: number,
  object: CalendarObject,
  { id, original, own }: { id: string; original: string; own: ReadonlySet<string> },
): Promise<TimeProposal[]> {
  const rows = (await readProposals(db, mailboxId, id)).filter(
    (row) => row.original === original || row.original === '',
  );
  return standingAmong(rows, object)
    .filter(({ row }) => own.has(row.guest) || row.declined_at === null)
    .map(shownProposal);
}

export function shownProposal({ row, meeting }: StandingProposal): TimeProposal {
  const { original, guest, at, until, words, stamp, declined_at } = row;
  const { part, start, end } = meeting;
  const who = guestsOf(part.part).find(({ address }) => address === guest);
  const last = end.kind === 'day' ? DAY : 0;
  return {
    ...{ original, name: who?.name ?? '', email: who?.email ?? guest },
    start: shownTime(timeAt(start, at)),
    end: shownTime(timeAt(end, until - last)),
    ...{ words, proposed_at: stamp },
    ...(declined_at !== null && { is_declined: true as const }),
  };
}

/** Of an event that others were told of, or that came by mail: what its time has answered goes. */
export async function forgetAnswered(
  { tx, mailboxId }: Pick<CalendarChange, 'tx' | 'mailboxId'>,
  objectId: string,
  source: Buffer,
): Promise<void> {
  const rows = await readProposals(tx, mailboxId, objectId);
  if (rows.length === 0) return;
  const standing = new Set(validAmong(rows, readObject(source)).map(({ row }) => row));
  for (const row of rows) if (!standing.has(row)) await deleteProposal(tx, mailboxId, row);
}
