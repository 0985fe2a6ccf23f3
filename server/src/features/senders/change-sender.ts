import type { BodyOf } from '@bocau/contract/endpoint.ts';
import type { saveSender as endpoint, SenderAccount } from '@bocau/contract/senders.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { readSenders } from '../../mail/people/people.store.ts';
import { isSignatureChoice } from '../../mail/settings/signatures.store.ts';
import { Failure } from '../../platform/failure.ts';
import type { Tx } from '../../tables.ts';
import { writeDefaultSender, writeSender } from './senders.store.ts';

/** SE-3: only the mailbox's own addresses can be senders, against impersonation. */
export function saveSender(
  deps: ChangeDeps,
  mailboxId: number,
  { email, name, signature }: BodyOf<typeof endpoint>,
): Promise<SenderAccount[]> {
  return changeSender(deps, mailboxId, async (tx) => {
    if (typeof signature === 'string' && !(await isSignatureChoice(tx, mailboxId, signature)))
      throw new Failure('signature_not_found', 'Signature not found');
    return writeSender(tx, mailboxId, foldAddress(email), {
      ...(name === undefined ? {} : { sender_name: name === '' ? null : name }),
      ...(signature === undefined ? {} : { signature }),
    });
  });
}

export function setDefaultSender(
  deps: ChangeDeps,
  mailboxId: number,
  email: string,
): Promise<SenderAccount[]> {
  return changeSender(deps, mailboxId, (tx) => writeDefaultSender(tx, mailboxId, foldAddress(email)));
}

/** The sender accounts after the change, of which the other tabs are notified as of any setting. */
async function changeSender(
  deps: ChangeDeps,
  mailboxId: number,
  change: (tx: Tx) => Promise<boolean>,
): Promise<SenderAccount[]> {
  return changeMailbox(deps, mailboxId, async ({ tx, journal, folders }) => {
    if (!(await change(tx))) throw new Failure('sender_not_allowed', 'This is not one of your addresses');
    journal('settings', folders.INBOX);
    return readSenders(tx, mailboxId);
  });
}
