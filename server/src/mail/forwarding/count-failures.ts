import { type ChangeDeps, changeMailbox, type MailboxChange } from '../mailbox/change-mailbox.ts';
import type { FailureJob } from '../outbox/failure-task.ts';
import type { OutboxKey } from '../outbox/sending-tasks.ts';
import * as store from './forwarding.store.ts';
import { enqueueRuleNotice } from './rule-notices.ts';

const DAY_SECONDS = 24 * 3600;
const HARD_FAILURES = 3;

/**
 * Counts a permanent failure of forwarded mail: after three in a day, forwarding to that address stops until
 * it is verified again.
 */
export async function countFailure(
  change: MailboxChange,
  { address, source }: { address: string; source: string },
): Promise<void> {
  const { tx, mailboxId, now } = change;
  const forward = await store.readForwardOf(tx, mailboxId, address);
  if (!forward?.verified) return;
  if (!(await store.insertFailure(tx, mailboxId, { address, source, at: now }))) return;
  if ((await store.countFailures(tx, mailboxId, address, now - DAY_SECONDS)) < HARD_FAILURES) return;
  if (forward.active) await store.setActive(tx, mailboxId, null);
  await store.markUnverified(tx, mailboxId, address);
  await store.deleteFailures(tx, mailboxId, address);
  await enqueueRuleNotice(change, { kind: 'stopped', about: address });
  await store.forwardsChanged(change);
}

/**
 * Counts what another server refused during transmission, if the message was forwarded; ignores everything
 * else.
 */
export async function countRefusals(deps: ChangeDeps, { mailboxId, outboxId }: FailureJob): Promise<void> {
  const refused = await store.readRefusals(deps.db, { mailboxId, outboxId } satisfies OutboxKey);
  const lost = refused.filter(({ code, reply }) => isHard(code, reply));
  if (lost.length === 0) return;
  await changeMailbox(deps, mailboxId, async (change) => {
    for (const { address } of lost) await countFailure(change, { address, source: `outbox ${outboxId}` });
  });
}

/** A full mailbox may have room tomorrow, so it does not count. */
function isHard(code: number | null, reply: string | null): boolean {
  return code !== null && code >= 500 && code !== 552 && !/\b5\.2\.2\b/.test(reply ?? '');
}
