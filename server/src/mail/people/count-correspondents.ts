import type { MailAddress } from '@bocau/contract/fields.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import type { SystemFolderIds } from '../mailbox/list-cards.ts';
import { comparedForm } from './compared-form.ts';
import { addCounts, type CorrespondentCount } from './people.store.ts';

type Exchanged = {
  folderId: string;
  receivedAt: number;
  spoofed?: boolean;
  sender: MailAddress;
  headers: { to: MailAddress[]; cc: MailAddress[]; bcc: MailAddress[] };
};

/** A circular to hundreds of people makes none of them a correspondent. */
const RECIPIENTS_COUNTED = 50;

/** Records the user's correspondents: whom they wrote to, and whose mail reached the inbox. */
export async function countCorrespondents(change: MailboxChange, messages: Exchanged[]): Promise<void> {
  await addCounts(change.tx, change.mailboxId, correspondentCounts(change.folders, messages));
}

/** The increments of the correspondents' counts for these messages. */
export function correspondentCounts(
  folders: SystemFolderIds,
  messages: Exchanged[],
  { takesNames = true }: { takesNames?: boolean } = {},
): CorrespondentCount[] {
  const counts = new Map<string, CorrespondentCount>();
  const count = (person: MailAddress, at: number, sent: number, received: number) => {
    const email = person.email.toLowerCase();
    if (!email.includes('@') || email.length > 320) return;
    const known = counts.get(email) ?? { email, name: '', folded: '', sent: 0, received: 0, last_at: 0 };
    if (takesNames && person.name !== '' && at >= known.last_at) known.name = person.name.slice(0, 200);
    known.sent += sent;
    known.received += received;
    known.last_at = Math.max(known.last_at, at);
    counts.set(email, known);
  };
  for (const message of messages) {
    if (message.folderId === folders.Sent) {
      const { to, cc, bcc } = message.headers;
      const people = [...to, ...cc, ...bcc];
      if (people.length > RECIPIENTS_COUNTED) continue;
      for (const person of people) count(person, message.receivedAt, 1, 0);
    } else if (message.folderId === folders.INBOX && !message.spoofed) {
      // A forged sender must not be suggested, nor its name remembered.
      count(message.sender, message.receivedAt, 0, 1);
    }
  }
  return [...counts.values()].map((row) => ({ ...row, folded: comparedForm(row) }));
}
