import { buffer } from 'node:stream/consumers';
import type { Invitation } from '@bocau/contract/invitations.ts';
import { openAttachment } from '../../mail/attachments/attachment-bytes.ts';
import { type FileDeps, isLost, missing } from '../../mail/attachments/send-file.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { readSenders } from '../../mail/people/people.store.ts';
import { Failure } from '../../platform/failure.ts';
import { CALENDAR_BYTES, type CalendarMark, isCalendar, isLater } from '../../platform/mime/calendar-mark.ts';
import type { ReadDb } from '../../tables.ts';
import {
  type AnswerRow,
  type CalendarFile,
  readAnswer,
  readCalendarFile,
  readVersions,
} from './invitations.store.ts';
import { type ReadCalendar, readCalendar } from './read-calendar.ts';

export type ShowDeps = FileDeps & { db: ReadDb };

/** A calendar file with all that is known of it here. */
export type OpenedInvitation = { file: CalendarFile; calendar: ReadCalendar; shown: Invitation };

/** Undefined where the file holds no event that can be read. */
export async function openInvitation(
  deps: ShowDeps,
  mailboxId: number,
  fileId: string,
): Promise<OpenedInvitation | undefined> {
  const file = await readCalendarFile(deps.db, mailboxId, fileId);
  if (!file) throw new Failure('file_not_found', 'File not found');
  const calendar = await readFile(deps, file);
  if (!calendar) return undefined;
  const { mark } = calendar;
  const [versions, answer, own] = await Promise.all([
    mark ? readVersions(deps.db, mailboxId, mark.uid) : [],
    mark ? readAnswer(deps.db, mailboxId, mark) : undefined,
    readSenders(deps.db, mailboxId),
  ]);
  return { file, calendar, shown: invitationView(file, calendar, { versions, answer, own }) };
}

async function readFile(deps: ShowDeps, file: CalendarFile): Promise<ReadCalendar | null> {
  if (file.has_virus || file.size > CALENDAR_BYTES || !isCalendar(file.name, file.content_type)) return null;
  try {
    return readCalendar(await buffer(await openAttachment(deps.blobs, file)));
  } catch (error) {
    throw isLost(error) ? missing(deps, file) : error;
  }
}

type Known = { versions: CalendarMark[]; answer: AnswerRow | undefined; own: { email: string }[] };

function invitationView(
  file: CalendarFile,
  read: ReadCalendar,
  { versions, answer, own }: Known,
): Invitation {
  const { mark, invited, ...told } = read;
  const addresses = new Set(own.map(({ email }) => email));
  const here = invited.find((address) => addresses.has(address)) ?? null;
  const later = mark && latest(versions, mark);
  const asks =
    read.kind === 'request' &&
    mark !== null &&
    !later &&
    here !== null &&
    read.organiser !== null &&
    !addresses.has(foldAddress(read.organiser.email));
  return {
    ...told,
    updated: read.kind === 'request' && (mark?.sequence ?? 0) > 0,
    replaced_by: later ? (later.method === 'CANCEL' ? 'cancellation' : 'update') : null,
    invited: here,
    may_answer: asks && isBelieved(file),
    answered: answer ? { answer: answer.answer, to_this: answer.sequence === (mark?.sequence ?? 0) } : null,
  };
}

/** The latest that replaces it: an answer of somebody else replaces nothing, and is no version. */
function latest(versions: CalendarMark[], mark: CalendarMark): CalendarMark | undefined {
  return versions
    .filter((one) => one.recurrence === mark.recurrence && /^(REQUEST|CANCEL|PUBLISH)$/.test(one.method))
    .filter((one) => isLater(one, mark))
    .sort((a, b) => (isLater(a, b) ? -1 : 1))[0];
}

/** Nothing is answered that pretends to be from somebody, lies where unwanted mail lies, or came with no mail. */
function isBelieved({ message }: CalendarFile): boolean {
  if (!message || message.spoofed || message.doubted) return false;
  return !['Junk', 'Trash', 'Sent', 'Drafts'].includes(message.role ?? '');
}
