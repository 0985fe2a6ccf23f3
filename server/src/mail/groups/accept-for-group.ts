import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask } from '../../platform/jobs/task.ts';
import type { Tx } from '../../tables.ts';
import { foldAddress } from '../people/fold-address.ts';
import { insertTrace } from '../trace/trace.store.ts';
import { insertGroupMessage, lockDelivery, type NewGroupMessage } from './group-messages.store.ts';
import type { Group } from './groups.store.ts';

/** Brings an accepted message to the next members of its group. */
export const distributeTask = defineTask<{ id: string }>('distribute_to_group', {
  maxAttempts: 10,
  lane: 'groups',
});

/**
 * Accepts a message for a group: it is distributed if and when the transaction commits. False when it was
 * accepted before, by its delivery key.
 */
export async function acceptForGroup(
  tx: Tx,
  group: Pick<Group, 'id' | 'address'>,
  message: Omit<NewGroupMessage, 'groupId'>,
  client: string,
): Promise<boolean> {
  await lockDelivery(tx, message.facts.deliveryKey);
  const fresh = await insertGroupMessage(tx, { ...message, groupId: group.id });
  if (fresh) await addJob(tx, distributeTask, { id: message.id });
  const { messageId, spam, spoofed } = message.facts;
  await insertTrace(tx, [
    {
      at: message.receivedAt,
      event: fresh ? 'received' : 'repeated',
      message_id: messageId,
      sender: foldAddress(message.envelopeSender),
      recipient: group.address,
      client,
      ref: message.id,
      verdict: spam ? `spam ${spam.reasons.join(' ')}` : spoofed ? 'forged' : null,
    },
  ]);
  return fresh;
}
