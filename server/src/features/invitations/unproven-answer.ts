import { buffer } from 'node:stream/consumers';
import { ANSWERS, guestsOf } from '../../calendar/ical/guests.ts';
import type { WholeObject } from '../../calendar/objects/objects.store.ts';
import { applyReply } from '../../calendar/scheduling/apply-reply.ts';
import { organiserIn } from '../../calendar/scheduling/parts-of-object.ts';
import { type ReadMessage, readMessage } from '../../calendar/scheduling/read-message.ts';
import { openAttachment } from '../../mail/attachments/attachment-bytes.ts';
import type { FileDeps } from '../../mail/attachments/send-file.ts';
import type { CalendarFile } from './invitations.store.ts';

export type UnprovenAnswer = {
  message: ReadMessage;
  /** The guest whom it names, by the address as it is compared. */
  guest: string;
};

/** Null for what is not the answer of one guest. */
export async function readUnprovenAnswer(
  { blobs }: Pick<FileDeps, 'blobs'>,
  file: CalendarFile,
): Promise<UnprovenAnswer | null> {
  const message = readMessage(await buffer(await openAttachment(blobs, file)));
  if (message?.method !== 'REPLY') return null;
  const answering = message.parts.flatMap(guestsOf).filter(({ answer }) => ANSWERS.includes(answer));
  const [guest, ...others] = new Set(answering.map(({ address }) => address));
  return guest !== undefined && others.length === 0 ? { message, guest } : null;
}

/** Whether it would change a meeting to which this person asks. */
export function changesMeeting(
  { message, guest }: UnprovenAnswer,
  { source }: WholeObject,
  { own, now }: { own: ReadonlySet<string>; now: number },
): boolean {
  const organiser = organiserIn(source)?.address;
  if (organiser === undefined || !own.has(organiser)) return false;
  return applyReply(source, message, guest, now).source !== null;
}
