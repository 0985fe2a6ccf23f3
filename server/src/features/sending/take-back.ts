import { Failure } from '../../platform/http/failure.ts';
import { isId } from '../../platform/ids.ts';
import { removeJob } from '../../platform/jobs/add-job.ts';
import type { Tx } from '../../tables.ts';
import { type ChangeDeps, changeMailbox } from '../mailbox/change-mailbox.ts';
import { moveOutbox, type OutboxRow, readLatest } from './outbox.store.ts';
import { startKey } from './sending-tasks.ts';
import { returnToDrafts } from './settle-sending.ts';

/** Takes back a delayed letter of which nothing has left, however late it is. */
export async function undoSending(deps: ChangeDeps, mailboxId: number, messageId: string): Promise<void> {
  await takeBack(deps, mailboxId, messageId, 'send', () => {
    throw new Failure('not_undoable', 'The mail can not be taken back any more');
  });
}

export async function cancelSchedule(deps: ChangeDeps, mailboxId: number, messageId: string): Promise<void> {
  await takeBack(deps, mailboxId, messageId, 'schedule', () => {
    throw new Failure('not_scheduled', 'The message does not wait for its time');
  });
}

/** Said again it changes nothing: the message is a draft. */
async function takeBack(
  deps: ChangeDeps,
  mailboxId: number,
  messageId: string,
  kind: OutboxRow['kind'],
  refuse: () => never,
): Promise<void> {
  await changeMailbox(deps, mailboxId, async (change) => {
    const { tx, now } = change;
    const message = await readMark(tx, mailboxId, messageId);
    const outbox = await readLatest(tx, mailboxId, messageId);
    if (!message) throw new Failure('message_not_found', 'There is no such message');
    if (outbox?.kind !== kind) refuse();
    if (outbox.state === 'cancelled' && message.draft) return;
    const letter = { mailboxId, outboxId: outbox.id };
    if (!(await moveOutbox(tx, letter, ['held'], { state: 'cancelled', finished_at: now }))) refuse();
    await returnToDrafts(change, messageId, null);
    await removeJob(tx, startKey(outbox.id));
  });
}

async function readMark(
  tx: Tx,
  mailboxId: number,
  messageId: string,
): Promise<{ draft: boolean } | undefined> {
  if (!isId(messageId)) return undefined;
  return tx
    .selectFrom('messages')
    .select('draft')
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', messageId)
    .executeTakeFirst();
}
