import { buffer } from 'node:stream/consumers';
import type { TimeProposal } from '@bocau/contract/calendar.ts';
import type { Invitation } from '@bocau/contract/invitations.ts';
import { readObjectOfUid, type WholeObject } from '../../calendar/objects/objects.store.ts';
import { unkeptAnswers } from '../../calendar/scheduling/apply-reply.ts';
import { readGroupsOfMember } from '../../calendar/scheduling/groups-of-member.store.ts';
import { organiserIn } from '../../calendar/scheduling/parts-of-object.ts';
import { readMessage } from '../../calendar/scheduling/read-message.ts';
import { openAttachment } from '../../mail/attachments/attachment-bytes.ts';
import { type FileDeps, isLost, missing } from '../../mail/attachments/send-file.ts';
import { localDomains } from '../../mail/incoming/recipients.store.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { readSenders } from '../../mail/people/people.store.ts';
import { provenAuthor } from '../../mail/people/proven-author.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import {
  CALENDAR_BYTES,
  type CalendarMark,
  calendarMark,
  isCalendar,
} from '../../platform/mime/calendar-mark.ts';
import type { ReadDb } from '../../tables.ts';
import { type EventVersion, isOrganisers, isUnprovenAlone, standingOf } from './event-versions.ts';
import {
  type AnswerRow,
  type CalendarFile,
  readAnswer,
  readCalendarFile,
  readOtherOrganiser,
  readVersions,
} from './invitations.store.ts';
import { owedAnswer } from './owed-answer.ts';
import { proposalOf } from './proposal-of.ts';
import { type ReadCalendar, readCalendar } from './read-calendar.ts';
import { changesMeeting, readUnprovenAnswer } from './unproven-answer.ts';
import { waitingDates } from './waiting-dates.ts';

export type ShowDeps = FileDeps & { db: ReadDb; clock: Clock };

/** A calendar file with everything known about it in this mailbox. */
export type OpenedInvitation = { file: CalendarFile; calendar: ReadCalendar; shown: Invitation };

/** Undefined when the file contains no readable event. */
export async function openCalendarFile(
  deps: ShowDeps,
  mailboxId: number,
  fileId: string,
): Promise<Omit<OpenedInvitation, 'shown'> | undefined> {
  const file = await readCalendarFile(deps.db, mailboxId, fileId);
  if (!file) throw new Failure('file_not_found', 'File not found');
  const calendar = await readFile(deps, file);
  return calendar ? { file, calendar } : undefined;
}

export async function openInvitation(
  deps: ShowDeps,
  mailboxId: number,
  fileId: string,
): Promise<OpenedInvitation | undefined> {
  const opened = await openCalendarFile(deps, mailboxId, fileId);
  if (!opened) return undefined;
  const { file, calendar } = opened;
  const { mark } = calendar;
  const believed = [calendar.organiser?.email ?? '', calendar.sentBy ?? '']
    .filter((email) => email !== '')
    .flatMap((email) => [email.toLowerCase(), foldAddress(email)]);
  const [versions, answer, own, isOrganiserHere, firstOrganiser, stored] = await Promise.all([
    mark ? readVersions(deps.db, mailboxId, { uid: mark.uid, file: fileId, believed }) : [],
    mark ? readAnswer(deps.db, mailboxId, mark) : undefined,
    readSenders(deps.db, mailboxId),
    isHere(deps.db, calendar.organiser?.email),
    otherOrganiserOf(deps.db, mailboxId, file, calendar),
    mark ? readObjectOfUid(deps.db, mailboxId, mark.uid) : undefined,
  ]);
  const kept = stored?.trashed_at === null ? stored : null;
  const isTheirs = kept !== null && isOfOrganiser(kept, calendar);
  // An event of somebody else is not shown as this one.
  const eventId = isTheirs || calendar.organiser === null ? (kept?.id ?? null) : null;
  const otherOrganiser = isTheirs ? null : firstOrganiser;
  const addresses = new Set(own.map(({ email }) => foldAddress(email)));
  const carried = { ...calendar, author: authorOf(file) };
  const proposal = kept ? await proposalOf(deps.db, mailboxId, { kept, own: addresses }, carried) : null;
  const waiting = kept && waitingDates(kept.source, calendar, addresses);
  const here = await askedAs(deps.db, calendar, own);
  const given = isTheirs ? await owedAnswer(deps.db, mailboxId, { kept, own: addresses }, calendar) : null;
  const isUnkept = kept !== null && (await isWithoutRoom(deps, { kept, own: addresses }, file, calendar));
  const shown = invitationView(file, calendar, {
    ...{ versions, answer, own, here, isOrganiserHere, otherOrganiser },
    ...{ eventId, proposal, waiting, isUnkept, given },
    keptMark: isTheirs ? calendarMark(kept.source) : null,
  });
  const mayTake = kept !== null && (await isToTake(deps, file, shown, { kept, own: addresses }));
  return { file, calendar, shown: { ...shown, ...(mayTake && { may_take: true }) } };
}

/** CL-377: an answer that nothing proves, and that would change the meeting in the calendar. */
async function isToTake(
  deps: ShowDeps,
  file: CalendarFile,
  { kind, unproven }: Invitation,
  { kept, own }: { kept: WholeObject; own: ReadonlySet<string> },
): Promise<boolean> {
  if (kind !== 'reply' || !unproven || !isBelieved(file)) return false;
  const answer = await readUnprovenAnswer(deps, file);
  const sender = foldAddress(file.message?.sender.email ?? '');
  return answer?.guest === sender && changesMeeting(answer, kept, { own, now: unixSeconds(deps.clock) });
}

/** CL-373: an answer to single dates for which their organiser's event has no room. */
async function isWithoutRoom(
  deps: ShowDeps,
  { kept, own }: { kept: WholeObject; own: ReadonlySet<string> },
  file: CalendarFile,
  { kind }: ReadCalendar,
): Promise<boolean> {
  const author = authorOf(file);
  if (kind !== 'reply' || author === null || !own.has(organiserIn(kept.source)?.address ?? '')) return false;
  const message = readMessage(await buffer(await openAttachment(deps.blobs, file)));
  return message !== null && unkeptAnswers(kept.source, message, author, unixSeconds(deps.clock)) > 0;
}

/** The own address that is asked, by itself or as a member of a group; null for none. */
async function askedAs(
  db: ReadDb,
  { invited }: ReadCalendar,
  own: { email: string }[],
): Promise<string | null> {
  const addresses = new Set(own.map(({ email }) => email));
  const named = invited.find((address) => addresses.has(address));
  const [first] = own;
  if (named !== undefined || !first) return named ?? null;
  const groups = await readGroupsOfMember(db, foldAddress(first.email), invited.map(foldAddress));
  return groups.size > 0 ? first.email : null;
}

/** What stands in the calendar says whose an event is, whoever wrote of its uid first. */
function isOfOrganiser({ source }: WholeObject, { organiser }: ReadCalendar): boolean {
  const known = organiserIn(source)?.address;
  return organiser !== null && known === foldAddress(organiser.email);
}

/** Only an organiser's version can claim another organiser's event; an answer names whom it answers. */
async function otherOrganiserOf(
  db: ReadDb,
  mailboxId: number,
  file: CalendarFile,
  { kind, mark, organiser }: ReadCalendar,
): Promise<string | null> {
  if (!mark || !organiser || !isOrganisers({ kind, mark })) return null;
  const folded = foldAddress(organiser.email);
  return readOtherOrganiser(db, mailboxId, {
    uid: mark.uid,
    file: file.id,
    organiser: [organiser.email.toLowerCase(), folded],
  });
}

async function isHere(db: ReadDb, email: string | undefined): Promise<boolean> {
  if (email === undefined) return false;
  const address = foldAddress(email);
  return (await localDomains(db, [address.slice(address.lastIndexOf('@') + 1)])).size > 0;
}

async function readFile(deps: ShowDeps, file: CalendarFile): Promise<ReadCalendar | null> {
  if (file.has_virus || file.size > CALENDAR_BYTES || !isCalendar(file.name, file.content_type)) return null;
  try {
    return readCalendar(await buffer(await openAttachment(deps.blobs, file)));
  } catch (error) {
    throw isLost(error) ? missing(deps, file) : error;
  }
}

type Known = {
  versions: EventVersion[];
  answer: AnswerRow | undefined;
  own: { email: string }[];
  here: string | null;
  isOrganiserHere: boolean;
  otherOrganiser: string | null;
  eventId: string | null;
  /** Of the organiser's event in the calendar. */
  keptMark: CalendarMark | null;
  proposal: TimeProposal | null;
  waiting: NonNullable<Invitation['waiting_dates']> | null;
  isUnkept: boolean;
  given: Invitation['answered'];
};

function invitationView(
  file: CalendarFile,
  read: ReadCalendar,
  {
    versions,
    answer,
    own,
    here,
    isOrganiserHere,
    otherOrganiser,
    eventId,
    keptMark,
    proposal,
    waiting,
    isUnkept,
    given,
  }: Known,
): Invitation {
  const { mark, invited, sentBy, writtenRule: _rule, dates: _dates, ...told } = read;
  const addresses = new Set(own.map(({ email }) => email));
  const organiser = read.organiser && foldAddress(read.organiser.email);
  const { kind } = read;
  const sender = file.message && foldAddress(file.message.sender.email);
  const by = { author: authorOf(file), sender, sentBy };
  const opened = { kind, organiser, ...by, kept: keptMark, invited, isOrganiserHere };
  const standing = mark
    ? standingOf({ ...opened, mark }, versions)
    : { replaced_by: null, disputed_by: null, unproven: isUnprovenAlone(opened) };
  const asks =
    read.kind === 'request' &&
    mark !== null &&
    standing.replaced_by === null &&
    (otherOrganiser === null || mark.sequence === 0) &&
    here !== null &&
    organiser !== null &&
    !addresses.has(organiser);
  const asked = asks && isBelieved(file) ? waiting : null;
  const isOwn = ({ email }: { email: string }) => addresses.has(email.toLowerCase());
  // CL-364: a colleague's message says itself that the answer still counts.
  const isKept = isOrganiserHere && told.attendees.some((one) => isOwn(one) && one.answer === answer?.answer);
  const isToThis = asked === null && (answer?.sequence === (mark?.sequence ?? 0) || isKept);
  const said = answer && isTo(organiser, answer) ? { answer: answer.answer, to_this: isToThis } : null;
  const answered = given ?? said;
  return {
    ...told,
    attendees: told.attendees.map((one) =>
      answered?.to_this && isOwn(one) ? { ...one, answer: answered.answer } : one,
    ),
    updated: otherOrganiser === null && isUpdate(read, versions, said !== null),
    ...standing,
    // A version of the other organiser makes no claim about this one.
    disputed_by: otherOrganiser === null ? standing.disputed_by : null,
    other_organiser: otherOrganiser,
    invited: here,
    event_id: eventId,
    proposal,
    ...(asked && { waiting_dates: asked }),
    ...(isUnkept && { unkept: true as const }),
    may_answer: asks && isBelieved(file),
    answered,
  };
}

/** CL-440: to a guest who was asked last, an event that was changed before is new, whoever else used its uid. */
function isUpdate({ kind, mark }: ReadCalendar, versions: EventVersion[], isAnswered: boolean): boolean {
  if (kind !== 'request' || mark === null || mark.sequence === 0) return false;
  const isEarlier = (known: CalendarMark) =>
    known.method === 'REQUEST' && known.sequence < mark.sequence && isOfSame(known.organiser, mark.organiser);
  return isAnswered || versions.some((version) => isEarlier(version.mark));
}

/** Marks of earlier releases don't say of whom they are. */
function isOfSame(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || foldAddress(one) === foldAddress(other);
}

function authorOf({ message }: CalendarFile): string | null {
  if (!message) return null;
  return message.role === 'Sent' ? foldAddress(message.sender.email) : provenAuthor(message);
}

/** An answer to someone else who used the same uid is no answer to this organiser. */
function isTo(organiser: string | null, answer: AnswerRow): boolean {
  return answer.organiser === null || answer.organiser === organiser;
}

/** No answer is offered for a forged message, one in Junk or Trash, or a file without a message. */
function isBelieved({ message }: CalendarFile): boolean {
  if (!message || message.spoofed || message.doubted) return false;
  return !['Junk', 'Trash', 'Sent', 'Drafts'].includes(message.role ?? '');
}
