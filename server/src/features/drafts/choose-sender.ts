import type { MailAddress } from '@bocau/contract/fields.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { readSenders } from '../../mail/people/people.store.ts';
import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';

/** The sender account of that address; the default one where none is named. */
export async function chooseSender(
  db: ReadDb,
  mailboxId: number,
  email: string | undefined,
): Promise<MailAddress> {
  const senders = await readSenders(db, mailboxId);
  const wanted = email === undefined ? undefined : foldAddress(email);
  const sender = senders.find((one) => (wanted === undefined ? one.default : one.email === wanted));
  if (!sender) throw new Failure('sender_not_allowed', 'This is not one of your addresses');
  return { name: sender.name, email: sender.email };
}
