import type { MailAddress } from '@bocau/contract/fields.ts';
import type { ReadDb } from '../../tables.ts';
import { foldAddress } from '../people/fold-address.ts';
import { type OutgoingMessage, readOutgoingRow } from './outgoing.store.ts';

export async function readOutgoing(
  db: ReadDb,
  mailboxId: number,
  messageId: string,
): Promise<OutgoingMessage | undefined> {
  const row = await readOutgoingRow(db, mailboxId, messageId);
  if (!row) return undefined;
  const { headers, files, ...rest } = row;
  return {
    ...rest,
    to: distinct(headers.to),
    cc: distinct(headers.cc),
    bcc: distinct(headers.bcc),
    files: files ?? [],
  };
}

/** Everybody whom a message goes to, each once, however often an address is named. */
export function recipientsOf({ to, cc, bcc }: Pick<OutgoingMessage, 'to' | 'cc' | 'bcc'>): MailAddress[] {
  return distinct([...to, ...cc, ...bcc]);
}

function distinct(people: MailAddress[]): MailAddress[] {
  const byAddress = new Map<string, MailAddress>();
  for (const person of people) {
    const key = foldAddress(person.email);
    if (!byAddress.has(key) && !UNDISCLOSED.test(key)) byAddress.set(key, person);
  }
  return [...byAddress.values()];
}

/** The placeholder that stands in To where nobody is named. */
const UNDISCLOSED = /^undisclosed[- ]?recipients\b/;
