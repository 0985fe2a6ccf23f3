import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { readDeliveryStatus } from '../../platform/mime/read-delivery-status.ts';
import type { SpooledMessage } from '../../platform/smtp/spool-message.ts';
import type { Db, ReadDb } from '../../tables.ts';
import { groupOfSender, readGroupReturn } from '../groups/group-address.ts';
import { countFailure } from '../groups/groups.store.ts';
import { readOutbox } from '../outbox/outbox.store.ts';
import type { OutboxKey } from '../outbox/sending-tasks.ts';
import { foldAddress } from '../people/fold-address.ts';
import { readForwardingKey, readRefusals } from './forwarding.store.ts';

type ReturnDeps = { db: Db; clock: Clock };

const STATUS_BYTES = 64 * 1024;

/** The group whose mail comes back to this address; null for every other address. */
export async function findGroupReturn(
  { db, clock }: { db: ReadDb; clock: Clock },
  email: string,
): Promise<number | null> {
  const said = readGroupReturn(email, unixSeconds(clock));
  return said?.isGenuine(await readForwardingKey(db)) ? said.groupId : null;
}

/**
 * Counts the members whom a report (RFC 3464) names as lost. A report that comes again, or another one about the same
 * message, counts no more. Other mail to such an address is dropped.
 */
export async function handleGroupReturn(
  deps: ReturnDeps,
  groupId: number,
  { head, hash }: Pick<SpooledMessage, 'head' | 'hash'>,
): Promise<void> {
  const text = head.toString('latin1');
  const at = text.search(/^content-type:\s*message\/(?:global-)?delivery-status\b/im);
  if (at < 0) return;
  const lost = readDeliveryStatus(head.subarray(at, at + STATUS_BYTES)).filter(
    ({ action, status }) => action === 'failed' && status?.startsWith('5.') && !status.startsWith('5.2.2'),
  );
  // Of the message that comes back with the report, behind its status.
  const about = /^message-id:[ \t]*(?:\r?\n[ \t]+)?(<[^\s<>]{1,900}>)/im.exec(text.slice(at))?.[1];
  const source = about === undefined ? `report ${hash}` : `message ${about}`;
  await countFailures(
    deps,
    groupId,
    source,
    new Set(lost.flatMap(({ addresses }) => addresses.map(foldAddress))),
  );
}

/** Counts the members whom other servers refused during transmission, if it was a group's message. */
export async function countGroupRefusals(deps: ReturnDeps, outgoing: OutboxKey): Promise<void> {
  const { db } = deps;
  const refused = await readRefusals(db, outgoing);
  const lost = refused.filter(({ code }) => code !== null && code >= 500 && code !== 552);
  if (lost.length === 0) return;
  const groupId = groupOfSender((await readOutbox(db, outgoing))?.sender ?? '');
  if (groupId === null) return;
  await countFailures(
    deps,
    groupId,
    `outbox ${outgoing.outboxId}`,
    new Set(lost.map(({ address }) => address)),
  );
}

async function countFailures(
  { db, clock }: ReturnDeps,
  groupId: number,
  source: string,
  lost: Set<string>,
): Promise<void> {
  if (lost.size === 0) return;
  const at = unixSeconds(clock);
  await inTransaction(db, async (tx) => {
    for (const address of lost) await countFailure(tx, groupId, { address, source, at });
  });
}
