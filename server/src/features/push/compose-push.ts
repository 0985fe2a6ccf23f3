import { ARCHIVE } from '@bocau/contract/folder-roles.ts';
import type { PushMessage } from '@bocau/contract/push.ts';
import { isQuiet } from '@bocau/contract/quiet-hours.ts';
import type { Settings } from '@bocau/contract/settings.ts';
import { singleId } from '@bocau/contract/single-messages.ts';
import { shownAt } from '@bocau/contract/zoned-time.ts';
import { shownSender } from '../../mail/mailbox/shown-sender.ts';
import { shownSubject } from '../../mail/mailbox/shown-subject.ts';
import type { PushJob } from '../../mail/push/push-task.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Subscription, ToldMessage } from './push.store.ts';

/** A push has room for less than 4 KB (RFC 8291 section 4), and a notice for less than this. */
const SENDER_LENGTH = 100;
const SUBJECT_LENGTH = 200;
const PATH_LENGTH = 1_200;

/** What a browser is told of a message that came; null where by now it is to hear nothing. */
export function composePush(
  clock: Clock,
  { messageId }: PushJob,
  subscription: Subscription,
  message: ToldMessage,
  settings: Pick<Settings, 'language' | 'time_zone' | 'conversation_view'>,
): PushMessage | null {
  const { content, folders } = subscription;
  const folder = toldFolder(message);
  if (folder === null || !folders.includes(folder)) return null;
  if (isQuietNow(clock, subscription, settings.time_zone)) return null;
  const { language } = settings;
  const row = settings.conversation_view ? message.thread_id : singleId(messageId);
  const path = pathOf(message.path, row);
  const told = { kind: 'new_mail', id: messageId, path, language } as const;
  if (content === 'nothing') return told;
  const sender = clipped(senderWords(message), SENDER_LENGTH);
  if (content === 'sender') return { ...told, sender };
  const subject = clipped(shownSubject(message.subject, false).trim(), SUBJECT_LENGTH);
  return { ...told, sender, subject, ...(message.spoofed ? { spoofed: true as const } : {}) };
}

/** As a choice names it; null for a folder of which nobody is told. */
function toldFolder({ role, folder_id }: ToldMessage): string | null {
  if (role === 'INBOX') return role;
  return role === null || role === ARCHIVE ? folder_id : null;
}

export function isQuietNow(
  clock: Clock,
  { quiet_from: from, quiet_to: to }: Subscription,
  zone: string,
): boolean {
  if (from === null || to === null) return false;
  const time = new Date(shownAt(clock.now(), zone)).toISOString().slice(11, 16);
  return isQuiet({ from, to }, time);
}

/** Where the name is not to be believed, the address alone. */
function senderWords({ sender }: ToldMessage): string {
  const { name, email, doubts } = shownSender(sender);
  return doubts || name === '' ? email : name;
}

/** As the router of the web client has it. A name that is too long leads to the inbox, which has every conversation's address. */
function pathOf(folder: string, row: string): string {
  const path = `/folder/${encodeURIComponent(folder)}/${row}`;
  return path.length <= PATH_LENGTH ? path : `/folder/INBOX/${row}`;
}

export function clipped(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
