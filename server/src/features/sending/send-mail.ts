import type { BodyOf } from '@bocau/contract/endpoint.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { scheduleMail as scheduleEndpoint, sendMail as sendEndpoint } from '@bocau/contract/sending.ts';
import { Failure } from '../../platform/http/failure.ts';
import { changeMailbox } from '../mailbox/change-mailbox.ts';
import { refileMessage } from '../mailbox/refile-message.ts';
import { acceptSending, placeWhileHeld, type When } from './accept-sending.ts';
import { moveOutbox } from './outbox.store.ts';
import type { SendingDeps } from './sending-deps.ts';
import { addStart, startSending } from './start-sending.ts';

/** How long the job leaves an immediate letter to the request that brought it. */
const REQUEST_SECONDS = 15;

/** Takes a draft to be sent. What is to go at once is begun here, and by its job where this process dies. */
export async function sendMail(
  deps: SendingDeps,
  mailboxId: number,
  { msg_id, version, async = false, delay = 0 }: BodyOf<typeof sendEndpoint>,
): Promise<void> {
  const atOnce = delay === 0 && !async;
  const order = { messageId: msg_id, version, kind: 'send' } as const;
  const acceptance = await changeMailbox(deps, mailboxId, (change) =>
    acceptSending(deps, change, order, () => soon(deps, delay, atOnce ? REQUEST_SECONDS : 0)),
  );
  if (!atOnce || !('outboxId' in acceptance)) return;
  const { outboxId } = acceptance;
  await startSending(deps, { mailboxId, outboxId }).catch((error: Error) =>
    deps.log.warn(
      { outbox: outboxId, reason: error.message },
      'A letter was not begun at once, its job will',
    ),
  );
}

/** Rounded up, so that nothing leaves before the delay is over. */
function soon({ clock }: SendingDeps, delay: number, spare: number): When {
  const dueAt = delay === 0 ? Math.floor(clock.now() / 1000) : Math.ceil(clock.now() / 1000) + delay;
  const undoUntil = delay === 0 ? null : Math.max(dueAt - delay, dueAt - LIMITS.undoMarginSeconds);
  return { dueAt, undoUntil, startAt: dueAt + spare };
}

/** Takes a draft to be sent at a time to come; what is scheduled already gets the new time. */
export async function scheduleMail(
  deps: SendingDeps,
  mailboxId: number,
  { msg_id, version, timestamp, intended_time }: BodyOf<typeof scheduleEndpoint>,
): Promise<void> {
  const dueAt = (timestamp ?? intended_time) as number;
  const order = { messageId: msg_id, version, kind: 'schedule' } as const;
  await changeMailbox(deps, mailboxId, async (change) => {
    const inFuture = () => {
      if (dueAt * 1000 <= deps.clock.now())
        throw new Failure('time_in_past', 'The time is not in the future');
      return { dueAt, undoUntil: null, startAt: dueAt };
    };
    const acceptance = await acceptSending(deps, change, order, inFuture);
    if (!('repeated' in acceptance)) return;
    const { id: outboxId, due_at: before } = acceptance.repeated;
    if (dueAt === before) return;
    inFuture();
    const letter = { mailboxId, outboxId };
    // One that has left meanwhile is told as it is.
    if (!(await moveOutbox(change.tx, letter, ['held'], { state: 'held', due_at: dueAt }))) return;
    await refileMessage(change, msg_id, placeWhileHeld(change, 'schedule', dueAt));
    await addStart(change.tx, letter, dueAt);
  });
}
