import { randomUUID } from 'node:crypto';
import type { CalendarTime } from '@bocau/contract/calendar.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { Failure } from '../../platform/failure.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask } from '../../platform/jobs/task.ts';
import type { CalendarChange } from '../change-calendar.ts';
import { eventEnd, eventTime, invalidEvent } from '../ical/event-fields.ts';
import { momentOf } from '../ical/event-time.ts';
import { guestsOf, organiserOf } from '../ical/guests.ts';
import { readObject } from '../ical/read-object.ts';
import type { WholeObject } from '../objects/objects.store.ts';
import { isInvited } from '../scheduling/answer-event.ts';
import type { Scheduling } from '../scheduling/change-objects.ts';
import { markDeclined, type ProposalRow, readProposals, writeProposal } from './proposals.store.ts';
import { meetingAt, standingAmong } from './standing-proposals.ts';

export type ProposalJob = {
  mailboxId: number;
  objectId: string;
  round: string;
  /** It is of a backup that was restored, and may have been sent since. */
  mayHaveLeft?: boolean;
};

/** Tells the organiser of a proposal or that it is withdrawn, or the guest that it was declined. */
export const sendProposalTask = defineTask<ProposalJob>('calendar_proposal', { maxAttempts: 20 });

export type Proposed = { original: string; start: CalendarTime; end: CalendarTime; words: string };
type By = Pick<Scheduling, 'own' | 'mayTell'>;

/** Proposes another time to who asks to a meeting, and tells them in the same transaction. */
export async function proposeTime(
  change: CalendarChange,
  { id, source }: Pick<WholeObject, 'id' | 'source'>,
  { original, words, ...given }: Proposed,
  by: By,
): Promise<void> {
  const object = readObject(source);
  const meeting = object.component === 'event' && isInvited(object, by.own) && meetingAt(object, original);
  if (!meeting) throw closed('Nobody asks to this');
  const me = guestsOf(meeting.part.part).find(({ address }) => by.own.has(address));
  if (!me || me.isToldElsewhere || organiserOf(meeting.part.part)?.isToldElsewhere)
    throw closed('Nobody asks for an answer to this');
  const start = eventTime(given.start, 'start');
  const [at, until] = [momentOf(start), momentOf(eventEnd(given.end, start))];
  const [was_at, was_until] = [momentOf(meeting.start), momentOf(meeting.end)];
  if (start.kind !== meeting.start.kind)
    throw invalidEvent('start', 'For hours others are proposed, and days for days');
  if (at === was_at && until === was_until) throw invalidEvent('start', 'That is when it is');
  const row = { original, guest: me.address, at, until, was_at, was_until, words: words.trim() };
  await propose(change, id, row, by);
}

/** Takes back the proposal of the owner of the calendar, and tells who asks to the meeting. */
export async function withdrawProposal(
  change: CalendarChange,
  { id, source }: Pick<WholeObject, 'id' | 'source'>,
  { original }: { original: string },
  by: By,
): Promise<void> {
  const rows = await readProposals(change.tx, change.mailboxId, id);
  const found = standingAmong(rows, readObject(source)).find(
    ({ row }) => row.original === original && by.own.has(row.guest) && row.declined_at === null,
  );
  if (!found) throw closed('There is no such proposal');
  const { guest, was_at, was_until } = found.row;
  const row = { original, guest, at: was_at, until: was_until, was_at, was_until, words: '' };
  await propose(change, id, row, by);
}

type Proposal = Omit<ProposalRow, 'object_id' | 'stamp' | 'round' | 'declined_at'>;

async function propose(change: CalendarChange, objectId: string, given: Proposal, by: By): Promise<void> {
  const { tx, mailboxId, now } = change;
  await by.mayTell(change, 1);
  const known = (await readProposals(tx, mailboxId, objectId)).find(
    ({ guest, original }) => original === given.original && guest === given.guest,
  );
  // Two within one second are told one after the other all the same.
  const stamp = Math.max(now, (known?.stamp ?? 0) + 1);
  const round = randomUUID();
  await writeProposal(tx, mailboxId, { ...given, object_id: objectId, stamp, round, declined_at: null });
  await tell(change, objectId, round);
}

/** Declines the proposal of a guest, and tells them. One that is over, or declined, is closed. */
export async function declineProposal(
  change: CalendarChange,
  { id, source }: Pick<WholeObject, 'id' | 'source'>,
  { original, email }: { original: string; email: string },
  by: By,
): Promise<void> {
  const { tx, mailboxId, now } = change;
  const object = readObject(source);
  const rows = await readProposals(tx, mailboxId, id);
  const guest = foldAddress(email);
  const found = standingAmong(rows, object).find(
    ({ row }) => row.original === original && row.guest === guest,
  );
  if (!found || isInvited(object, by.own) || by.own.has(guest)) throw closed('There is no such proposal');
  await by.mayTell(change, 1);
  const round = randomUUID();
  const name = { object_id: id, original, guest };
  // Of a clock that is ahead, too.
  const until = Math.max(now, found.row.stamp);
  if (!(await markDeclined(tx, mailboxId, name, { now, round, until })))
    throw closed('It was declined before');
  await tell(change, id, round);
}

async function tell(change: CalendarChange, objectId: string, round: string): Promise<void> {
  const { tx, mailboxId } = change;
  change.journal('object', objectId);
  await addJob(tx, sendProposalTask, { mailboxId, objectId, round });
}

function closed(why: string): Failure {
  return new Failure('invitation_closed', why);
}
