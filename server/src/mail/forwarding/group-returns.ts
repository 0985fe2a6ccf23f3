import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { readDeliveryStatus } from '../../platform/mime/read-delivery-status.ts';
import type { SpooledMessage } from '../../platform/smtp/spool-message.ts';
import type { Db, ReadDb } from '../../tables.ts';
import { type GroupReturn, groupOfSender, lostMessage, readCopyReturn } from '../groups/group-address.ts';
import { countFailure } from '../groups/groups.store.ts';
import { scheduleNotice } from '../groups/hold-for-group.ts';
import { readOutbox } from '../outbox/outbox.store.ts';
import type { OutboxKey } from '../outbox/sending-tasks.ts';
import { foldAddress } from '../people/fold-address.ts';
import { readForwardingKey, readRefusals } from './forwarding.store.ts';

type ReturnDeps = { db: Db; clock: Clock };

const STATUS_BYTES = 64 * 1024;
/** Later than the second of the suspension, so that the next notice does not tell it again. */
const TOLD_AFTER_SECONDS = 60;

/** The copy that comes back to this address; null for every other address. */
export async function findGroupReturn(
  { db, clock }: { db: ReadDb; clock: Clock },
  email: string,
): Promise<GroupReturn | null> {
  const said = readCopyReturn(email, unixSeconds(clock));
  return said === null ? null : said(await readForwardingKey(db));
}

/**
 * Counts the message as lost to the member whose copy it was, if the report (RFC 3464) names them. It says nothing about
 * other members or messages, and counts once however often it comes. Other mail to such an address is dropped.
 */
export async function handleGroupReturn(
  deps: ReturnDeps,
  { groupId, message, isOf }: GroupReturn,
  { head }: Pick<SpooledMessage, 'head'>,
): Promise<void> {
  const at = head.toString('latin1').search(/^content-type:\s*message\/(?:global-)?delivery-status\b/im);
  if (at < 0) return;
  const lost = readDeliveryStatus(head.subarray(at, at + STATUS_BYTES)).filter(
    ({ action, status }) => action === 'failed' && status?.startsWith('5.') && !status.startsWith('5.2.2'),
  );
  const named = lost.flatMap(({ addresses }) => addresses.map(foldAddress)).filter(isOf);
  await countFailures(deps, groupId, message, new Set(named));
}

/** Counts the members whom other servers refused during transmission, if it was a group's message. */
export async function countGroupRefusals(deps: ReturnDeps, outgoing: OutboxKey): Promise<void> {
  const { db } = deps;
  const refused = await readRefusals(db, outgoing);
  const lost = refused.filter(({ code }) => code !== null && code >= 500 && code !== 552);
  if (lost.length === 0) return;
  const groupId = groupOfSender((await readOutbox(db, outgoing))?.sender ?? '');
  if (groupId === null) return;
  const addresses = new Set(lost.map(({ address }) => address));
  await countFailures(deps, groupId, lostMessage(outgoing.outboxId), addresses);
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
    for (const address of lost) {
      const suspended = await countFailure(tx, groupId, { address, source, at });
      for (const of of suspended) await scheduleNotice(tx, of.groupId, of.toldAt, at + TOLD_AFTER_SECONDS);
    }
  });
}
