import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { readDeliveryStatus } from '../../platform/mime/read-delivery-status.ts';
import type { SpooledMessage } from '../../platform/smtp/spool-message.ts';
import type { ReadDb } from '../../tables.ts';
import type { Recipient } from '../incoming/find-recipient.ts';
import { type ChangeDeps, changeMailbox } from '../mailbox/change-mailbox.ts';
import { countFailure } from './count-failures.ts';
import { readForwardingKey, readForwards } from './forwarding.store.ts';
import { readReturnPart, returnedFrom } from './keyed.ts';

const STATUS_BYTES = 64 * 1024;

/** The mailbox whose forwarded mail comes back to this address; null for every other address. */
export async function findForwardBounce(
  { db, clock }: { db: ReadDb; clock: Clock },
  email: string,
): Promise<Recipient | null> {
  const said = readReturnPart(email.slice(0, email.lastIndexOf('@')).toLowerCase(), unixSeconds(clock));
  if (said === null) return null;
  const { mailboxId } = said;
  const [key, forwards] = await Promise.all([readForwardingKey(db), readForwards(db, mailboxId)]);
  const addresses = forwards.map(({ address }) => address);
  const forwardedTo = returnedFrom(key, said, addresses);
  return forwardedTo === undefined ? null : { mailboxId, email, forwardedTo };
}

/** Counts a bounce of forwarded mail (RFC 3464, action failed). Other mail to such an address is dropped. */
export async function handleForwardBounce(
  deps: ChangeDeps,
  { mailboxId, forwardedTo }: { mailboxId: number; forwardedTo: string },
  { head, hash }: Pick<SpooledMessage, 'head' | 'hash'>,
): Promise<void> {
  const at = head.toString('latin1').search(/^content-type:\s*message\/(?:global-)?delivery-status\b/im);
  if (at < 0) return;
  const lost = readDeliveryStatus(head.subarray(at, at + STATUS_BYTES)).some(
    ({ action, status }) => action === 'failed' && status?.startsWith('5.') && !status.startsWith('5.2.2'),
  );
  if (!lost) return;
  await changeMailbox(deps, mailboxId, (change) =>
    countFailure(change, { address: forwardedTo, source: `report ${hash}` }),
  );
}
