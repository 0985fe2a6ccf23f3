import { randomUUID } from 'node:crypto';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { authorize } from '../../access/authorize.ts';
import { type CalendarChange, changeCalendars } from '../../calendar/change-calendar.ts';
import { type Guest, guestsOf } from '../../calendar/ical/guests.ts';
import { type CalendarObject, readObject } from '../../calendar/ical/read-object.ts';
import { readObjectOfUid, readWholeObjects } from '../../calendar/objects/objects.store.ts';
import { deleteLostBookings, lockRooms } from '../../calendar/rooms/rooms.store.ts';
import { addOwedJob } from '../../calendar/scheduling/change-objects.ts';
import { asGuestsHaveIt, askedBy, withGuest, withoutGuests } from '../../calendar/scheduling/hand-over.ts';
import { addMeetingsHandOver, type MeetingsHandOver } from '../../calendar/scheduling/hand-over-task.ts';
import { readHandOverPeople } from '../../calendar/scheduling/hand-overs.store.ts';
import { readOrganisedAfter } from '../../calendar/scheduling/organised.store.ts';
import { deleteOwed, type OwedRow, readOwed, writeOwed } from '../../calendar/scheduling/owed.store.ts';
import { owedMessages } from '../../calendar/scheduling/owed-messages.ts';
import { organiserIn, partsByPlace, somePart } from '../../calendar/scheduling/parts-of-object.ts';
import { limitsBelowBrake } from '../../mail/outbox/brake-sender.ts';
import { readSender } from '../../mail/outbox/outgoing.store.ts';
import { half, secondsUntilRoom } from '../../mail/outbox/sending-limits.ts';
import { isParked } from '../../platform/backups/parked-seconds.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import { endHandOver } from './end-hand-over.ts';
import { type Copy, passMeeting, putCopy } from './pass-meeting.ts';
import { type MeetingDeps, schedulingOf } from './scheduling-of.ts';

type Deps = MeetingDeps & { log: Logger };

const A_PAGE = 50;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Ends the job as a whole: who gets the meetings may have them no longer. */
class NoHeir extends Error {}

/** The rest waits until the heir may send more. */
class NoRoom extends Error {
  readonly seconds: number;
  constructor(seconds: number) {
    super('no more messages for now');
    this.seconds = seconds;
  }
}

/**
 * Hands every meeting that somebody organises, is not over and is not private to a colleague. One transaction each: what
 * has been handed over is organised by the giver no more, so that a job that was killed goes on with the rest.
 */
export async function handOverMeetings(
  deps: Deps,
  job: MeetingsHandOver,
  { signal, lastAttempt = false }: { signal: AbortSignal; lastAttempt?: boolean },
): Promise<void> {
  const { db, clock, log } = deps;
  if (job.stopped) return endHandOver(deps, job, { reason: 'no_heir', left: job.stopped.left });
  const sides: Sides = {
    job,
    giver: await schedulingOf(deps, job.from, job.from),
    heir: await schedulingOf(deps, job.to, job.to),
    told: 0,
  };
  const failed: string[] = [];
  try {
    for (let after = BEFORE_ALL; ; ) {
      const now = unixSeconds(clock);
      const ids = await readOrganisedAfter(db, job.from, { after, now, limit: A_PAGE });
      for (const id of ids) {
        signal.throwIfAborted();
        try {
          sides.told += await handOver(deps, id, sides);
        } catch (error) {
          if (error instanceof NoHeir || error instanceof NoRoom) throw error;
          signal.throwIfAborted();
          log.warn({ error, mailbox: job.from, object: id }, 'meeting not handed over');
          // What is refused stays with the giver; anything else is tried again.
          if (!(error instanceof Failure)) failed.push(id);
        }
      }
      if (ids.length < A_PAGE) break;
      after = ids.at(-1) ?? after;
    }
  } catch (error) {
    if (error instanceof NoRoom) {
      const until = unixSeconds(clock) + error.seconds;
      await inTransaction(db, (tx) => addMeetingsHandOver(tx, { ...job, until }));
      log.info(
        { mailbox: job.from, heir: job.to, until },
        'handing over of meetings waits until more may be sent',
      );
      return;
    }
    if (!(error instanceof NoHeir)) throw error;
    return endHandOver(deps, job, { reason: 'no_heir' });
  }
  if (failed.length === 0) return endHandOver(deps, job, { reason: null });
  if (lastAttempt) await endHandOver(deps, job, { reason: 'failed' });
  throw new Error(`${failed.length} meetings could not be handed over`);
}

type Side = Awaited<ReturnType<typeof schedulingOf>>;
type Sides = {
  job: MeetingsHandOver;
  giver: Side;
  heir: Side;
  /** How many messages this run owes, most of which are not sent yet. */
  told: number;
};

/** How many people are told of it. */
async function handOver(deps: Deps, id: string, sides: Sides): Promise<number> {
  const { job, giver, heir } = sides;
  return changeCalendars(deps, [job.from, job.to], job.to, async (change, other) => {
    const { tx, now } = change;
    const people = await readHandOverPeople(tx, job.from, job.to);
    if (!people?.may_take || !heir.organiser) throw new NoHeir();
    const [whole] = await readWholeObjects(tx, job.from, [id]);
    const asks = whole && organiserIn(whole.source);
    // Another run, or the giver, was here before.
    if (!whole || whole.trashed_at !== null || !asks || !giver.own.has(asks.address)) return 0;
    const object = readObject(whole.source);
    if ([...partsByPlace(object).values()].some(({ isPrivate }) => isPrivate)) return 0;
    const owed = await readOwed(tx, job.from, id);
    // Somebody has to decide first whether guests have been told (after a restore).
    if (owed && isParked(owed.due_at)) return 0;

    const to = namedAs(object, heir.own, heir.organiser);
    const source = withGuest(whole.source, to);
    const known = await copyOf(other, { source, uid: object.uid, clock: deps.clock }, giver.own);
    const from = { name: asks.name, email: asks.email };
    const leaving = people.signs_in ? undefined : giver.own;
    await lockRooms(tx, job.from, [id], []);
    await deleteLostBookings(tx, { mailboxId: job.from, objectId: id });
    const taken = await passMeeting(change, other, {
      copies: [{ ...whole, source }, known],
      ...{ from, to, own: heir.own },
      ...(leaving && { leaving }),
    });
    const told = await knownToGuests(change, owed, { taken, from, ...(leaving && { leaving }) });
    const messages = owedMessages({ told, current: taken }, heir.own, now);
    const count = messages.reduce((sum, { to: guests }) => sum + guests.length, 0);
    if (count === 0) return 0;
    await refusePastLimit(deps, other, count, sides);
    await writeOwed(tx, job.to, { object_id: known.id, round: randomUUID(), told, due_at: now });
    await addOwedJob(other, known.id, now);
    return count;
  });
}

/** The heir, by the address that the meeting names. */
function namedAs(object: CalendarObject, own: ReadonlySet<string>, organiser: MailAddress): MailAddress {
  const guest: Guest | undefined = guestsOf(somePart(object)).find(
    ({ address, isResource }) => !isResource && own.has(address),
  );
  return guest ? { name: guest.name || organiser.name, email: guest.email } : organiser;
}

/** The heir's copy; who has none, or threw it away, gets one as a guest has it. */
async function copyOf(
  other: CalendarChange,
  { source, uid, clock }: { source: Buffer; uid: string; clock: Deps['clock'] },
  giver: ReadonlySet<string>,
): Promise<Copy> {
  const { tx, mailboxId, now, defaultCalendar } = other;
  const stored = await readObjectOfUid(tx, mailboxId, uid);
  if (stored && stored.trashed_at === null) {
    const asks = organiserIn(stored.source)?.address;
    if (asks !== undefined && giver.has(asks)) return stored;
    throw new Failure('already_exists', 'Another event with this UID is in the calendar of the heir');
  }
  const copy = {
    id: stored?.id ?? newId(clock),
    calendar_id: stored?.calendar_id ?? defaultCalendar,
    source: asGuestsHaveIt(source, now),
  };
  return { ...copy, source: await putCopy(other, copy) };
}

type Taken = { taken: Buffer; from: MailAddress; leaving?: ReadonlySet<string> };

/** What guests know of it. What they were still to be told by the giver, who may be sending nothing, the heir tells them. */
async function knownToGuests(
  { tx, mailboxId }: CalendarChange,
  owed: OwedRow | undefined,
  { taken, from, leaving }: Taken,
): Promise<Buffer | null> {
  if (!owed) return askedBy(taken, from);
  await deleteOwed(tx, mailboxId, owed);
  return owed.told && leaving ? withoutGuests(owed.told, leaving) : owed.told;
}

/** Half of what the heir may send is left to them, unless one meeting takes more. */
async function refusePastLimit(
  { config }: Deps,
  { tx, mailboxId, now }: CalendarChange,
  count: number,
  { heir, told }: Sides,
): Promise<void> {
  const sender = await readSender(tx, mailboxId, heir.organiser?.email ?? '');
  try {
    authorize({ mailbox: mailboxId }, 'send', sender);
  } catch (error) {
    if (error instanceof Failure) throw new NoHeir();
    throw error;
  }
  const all = await limitsBelowBrake(tx, mailboxId, config, now);
  if (count > Math.min(all.perHour, all.perDay))
    throw new Failure('sending_limit_reached', 'Too many guests');
  const isLarge = count > half(all).perHour;
  if (isLarge && told > 0) throw new NoRoom(AGAIN_SECONDS);
  const limits = isLarge ? all : half(all);
  const seconds = await secondsUntilRoom(tx, mailboxId, limits, told + count, now);
  if (seconds > 0) throw new NoRoom(told > 0 ? AGAIN_SECONDS : seconds);
}

/** By then what this run owes has been sent, and is counted. */
const AGAIN_SECONDS = 60;
