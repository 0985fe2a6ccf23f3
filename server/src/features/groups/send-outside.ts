import { readForwardingKey } from '../../mail/forwarding/forwarding.store.ts';
import { distributeTask } from '../../mail/groups/accept-for-group.ts';
import { groupPageId, groupReturnPart } from '../../mail/groups/group-address.ts';
import { finishGroupMessage, type GroupMessage, moveSentTo } from '../../mail/groups/group-messages.store.ts';
import { readCarrier, readOutside, readSkipped } from '../../mail/groups/groups.store.ts';
import { readReach, readWays } from '../../mail/groups/reach.ts';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { routeRecipients } from '../../mail/outbox/route-recipients.ts';
import { sendUnfiled } from '../../mail/outbox/send-unfiled.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { insertTrace } from '../../mail/trace/trace.store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Tx } from '../../tables.ts';
import { makeOutsideSource, type OutsideDeps } from './outside-source.ts';

export type CopyMetrics = { metrics: Pick<Metrics, 'groupCopies'> };

/**
 * Puts a message to a group into the outbox for the next members elsewhere, in the transaction that says how
 * far it has come; finishes it when there are none. Spam and forged mail stays here.
 */
export async function sendOutside(
  deps: OutsideDeps & CopyMetrics,
  message: GroupMessage,
  most: number,
): Promise<void> {
  const { db, clock, config, log } = deps;
  const { id, groupId, facts, sentTo } = message;
  const isKeptHere = facts.spoofed || facts.spam !== null;
  const reach = await readReach(db, [groupId], facts.writer);
  const addresses = isKeptHere
    ? []
    : await readOutside(db, await readWays(db, message, reach), { after: sentTo, limit: most });
  const last = addresses.at(-1);
  const carrier = last === undefined ? undefined : await readCarrier(db, groupId);
  if (last === undefined || carrier === undefined) {
    if (last !== undefined) log.warn({ group: groupId }, 'nobody of the domain can send mail of a group');
    const skipped = isKeptHere ? [] : await readSkipped(db, reach.groups);
    await inTransaction(db, async (tx) => {
      const at = unixSeconds(clock);
      await traceDiscarded(tx, message, skipped, at, 'suspended: too much came back');
      await traceDiscarded(tx, message, reach.refused, at, 'refused: takes no mail from this sender');
      await finishGroupMessage(tx, message, unixSeconds(clock));
    });
    return;
  }
  const people = addresses.map((email) => ({ name: '', email }));
  const [recipients, blob, key] = await Promise.all([
    routeRecipients(db, people, config.mail.relay !== null),
    makeOutsideSource(deps, message),
    readForwardingKey(db),
  ]);
  const queued = await changeMailbox(deps, carrier, async (change) => {
    if (!(await moveSentTo(change.tx, id, sentTo, last))) return 0;
    const sender = `${groupReturnPart(key, groupId, change.now)}@${message.group.domain}`;
    const outboxId = groupPageId(id, sentTo);
    await sendUnfiled(change, { outboxId, kind: 'forward', sender, blob, recipients });
    await addJob(change.tx, distributeTask, { id });
    return recipients.length;
  });
  deps.metrics.groupCopies.inc({ to: 'elsewhere' }, queued);
}

/** Whoever looks for a copy finds why there is none. */
async function traceDiscarded(
  tx: Tx,
  { id, facts, envelopeSender, group }: GroupMessage,
  addresses: string[],
  at: number,
  said: string,
): Promise<void> {
  const what = { at, message_id: facts.messageId, sender: foldAddress(envelopeSender), ref: id };
  const why = { event: 'discarded', client: `group ${group.address}`, said } as const;
  await insertTrace(
    tx,
    addresses.map((recipient) => ({ ...what, ...why, recipient })),
  );
}
