import type { MailAddress } from '@bocau/contract/fields.ts';
import { sql } from 'kysely';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { comparedForm } from './compared-form.ts';

type Exchanged = {
  folderId: string;
  receivedAt: number;
  sender: MailAddress;
  headers: { to: MailAddress[]; cc: MailAddress[]; bcc: MailAddress[] };
};
type Count = { email: string; name: string; folded: string; sent: number; received: number; last_at: number };

/** A circular to hundreds of people makes none of them a correspondent. */
const RECIPIENTS_COUNTED = 50;

/** Remembers with whom the user writes: whom they wrote to, and whose mail came into the inbox. */
export async function countCorrespondents(change: MailboxChange, messages: Exchanged[]): Promise<void> {
  const counts = new Map<string, Count>();
  const count = (person: MailAddress, at: number, sent: number, received: number) => {
    const email = person.email.toLowerCase();
    if (!email.includes('@') || email.length > 320) return;
    const known = counts.get(email) ?? { email, name: '', folded: '', sent: 0, received: 0, last_at: 0 };
    if (person.name !== '' && at >= known.last_at) known.name = person.name.slice(0, 200);
    known.sent += sent;
    known.received += received;
    known.last_at = Math.max(known.last_at, at);
    counts.set(email, known);
  };
  for (const message of messages) {
    if (message.folderId === change.folders.Sent) {
      const { to, cc, bcc } = message.headers;
      const people = [...to, ...cc, ...bcc];
      if (people.length > RECIPIENTS_COUNTED) continue;
      for (const person of people) count(person, message.receivedAt, 1, 0);
    } else if (message.folderId === change.folders.INBOX) {
      count(message.sender, message.receivedAt, 0, 1);
    }
  }
  if (counts.size === 0) return;
  const rows = [...counts.values()].map((row) => ({ ...row, folded: comparedForm(row) }));
  await sql`
    insert into correspondents as c (mailbox_id, email, name, folded, sent_count, received_count, last_at)
    select ${change.mailboxId}, email, name, folded, sent, received, last_at
    from json_to_recordset(${JSON.stringify(rows)})
      as r(email text, name text, folded text, sent integer, received integer, last_at bigint)
    on conflict (mailbox_id, email) do update set
      name = case when excluded.name <> '' and excluded.last_at >= c.last_at then excluded.name else c.name end,
      folded = case when excluded.name <> '' and excluded.last_at >= c.last_at then excluded.folded else c.folded end,
      sent_count = c.sent_count + excluded.sent_count,
      received_count = c.received_count + excluded.received_count,
      last_at = greatest(c.last_at, excluded.last_at),
      -- Whoever writes to a replaced address again means it.
      replaced = c.replaced and excluded.sent_count = 0`.execute(change.tx);
}
