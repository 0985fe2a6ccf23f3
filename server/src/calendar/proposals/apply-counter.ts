import { randomUUID } from 'node:crypto';
import { PROPOSAL_WORDS } from '@bocau/contract/calendar.ts';
import type { CalendarChange } from '../change-calendar.ts';
import { type EventTime, momentOf } from '../ical/event-time.ts';
import { guestsOf } from '../ical/guests.ts';
import { firstLine, textOf } from '../ical/part-values.ts';
import { type CalendarObject, type EventPart, readObject } from '../ical/read-object.ts';
import type { WholeObject } from '../objects/objects.store.ts';
import { seriesOriginal } from '../occurrences/occurrences-of.ts';
import { placeIn } from '../scheduling/apply-reply.ts';
import { objectOf, type ReadMessage } from '../scheduling/read-message.ts';
import { sequenceOf, stampOf } from '../scheduling/versions.ts';
import { markDeclined, writeProposal } from './proposals.store.ts';
import { type Meeting, meetingAt } from './standing-proposals.ts';

/** Nobody proposes other times for so many of a series in one message. */
const MOST_PARTS = 20;

/**
 * Keeps what a guest proposes, who has sent it; when the meeting is already, that they withdraw it. It changes nothing where they are not asked, where it is doubled or older
 * than one that is there, or of a version that is over. Throws an `ObjectFault` for what can't be read.
 */
export async function applyCounter(
  change: CalendarChange,
  { id, source }: Pick<WholeObject, 'id' | 'source'>,
  message: ReadMessage,
  guest: string,
): Promise<void> {
  const object = readObject(source);
  const given = objectOf(message);
  const parts = [...(given.main ? [given.main] : []), ...given.changed].slice(0, MOST_PARTS);
  for (const one of parts) {
    const original = one.original ? seriesOriginal(object, one.original) : '';
    const meeting = meetingAt(object, original);
    if (!meeting || !mayPropose(meeting, one, guest)) continue;
    const [at, until] = [asMeant(one.start, meeting.start), asMeant(one.end, meeting.end)];
    const [was_at, was_until] = [momentOf(meeting.start), momentOf(meeting.end)];
    if (at === null || until === null || until < at) continue;
    const words = wordsOf(one, object);
    const row = { original, guest, at, until, was_at, was_until, words, stamp: stampOf(one.part) };
    const kept = { ...row, object_id: id, round: randomUUID(), declined_at: null };
    if (await writeProposal(change.tx, change.mailboxId, kept)) change.journal('object', id);
  }
}

function mayPropose({ part }: Meeting, { part: counter }: EventPart, guest: string): boolean {
  const hasSequence = firstLine(counter, 'SEQUENCE') !== undefined;
  const isLate = hasSequence && sequenceOf(counter) < sequenceOf(part.part);
  return !isLate && guestsOf(part.part).some(({ address }) => address === guest);
}

/** A time without a zone is one of the event's. Hours for whole days, and days for hours, are no other time of it. */
function asMeant(time: EventTime, meeting: EventTime): number | null {
  if (time.kind === meeting.kind) return momentOf(time);
  return time.kind === 'floating' && meeting.kind === 'zoned' ? meeting.zone.momentOf(time.wall) : null;
}

/** Google writes a comment, Outlook what was typed in place of the description. */
function wordsOf({ part }: EventPart, object: CalendarObject): string {
  const comment = textOf(part, 'COMMENT', PROPOSAL_WORDS);
  if (comment !== '') return comment;
  const description = textOf(part, 'DESCRIPTION', PROPOSAL_WORDS);
  const known = [object.main, ...object.changed].map(
    (one) => one && textOf(one.part, 'DESCRIPTION', PROPOSAL_WORDS),
  );
  return known.includes(description) ? '' : description;
}

/** Notes that the organiser has declined what was proposed in one of the own addresses. */
export async function applyDeclineCounter(
  change: CalendarChange,
  { id, source }: Pick<WholeObject, 'id' | 'source'>,
  { parts }: ReadMessage,
  own: ReadonlySet<string>,
): Promise<void> {
  const { tx, mailboxId, now } = change;
  const object = readObject(source);
  for (const part of parts.slice(0, MOST_PARTS)) {
    const original = placeIn(object, part);
    const meeting = original === null ? null : meetingAt(object, original);
    const me = meeting && guestsOf(meeting.part.part).find(({ address }) => own.has(address));
    if (original === null || !me) continue;
    const name = { object_id: id, original, guest: me.address };
    const until = stampOf(part);
    if (await markDeclined(tx, mailboxId, name, { now, round: randomUUID(), until }))
      change.journal('object', id);
  }
}
