import type { BodyOf } from '@bocau/contract/endpoint.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { scheduleMail as scheduleEndpoint, sendMail as sendEndpoint } from '@bocau/contract/sending.ts';
import { bindShares, requireShares } from '../../drive/shares/follow-message.ts';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { refileMessage } from '../../mail/messages/refile-message.ts';
import { acceptSend, heldState, type When } from '../../mail/outbox/accept-send.ts';
import { moveOutbox } from '../../mail/outbox/outbox.store.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { addStart, startSend } from '../../mail/outbox/start-send.ts';
import type { Caller } from '../../platform/caller.ts';
import { Failure } from '../../platform/failure.ts';
import { prepareSetAside, setAside } from './set-aside.ts';

type Sender = Pick<Caller, 'person' | 'mailbox'>;

/** How long the job leaves an immediate send to the request that accepted it. */
const REQUEST_SECONDS = 15;

/**
 * Accepts a draft for sending, idempotently. An immediate send is started here, or by its job if this process
 * dies.
 */
export async function sendMail(
  deps: SendingDeps,
  by: Sender,
  { msg_id, version, share_ids, async = false, delay = 0, set_aside: aside }: BodyOf<typeof sendEndpoint>,
): Promise<void> {
  const mailboxId = by.mailbox;
  const atOnce = delay === 0 && !async;
  const order = { messageId: msg_id, version, kind: 'send', by } as const;
  await prepareSetAside(deps, mailboxId, aside);
  const acceptance = await changeMailbox(deps, mailboxId, async (change) => {
    await requireShares(change.tx, mailboxId, share_ids);
    const when = soon(deps, delay, atOnce ? REQUEST_SECONDS : 0);
    const accepted = await acceptSend(deps, change, order, () => when);
    if ('outboxId' in accepted) {
      await bindShares(change, { messageId: msg_id, ids: share_ids, lastSendAt: when.dueAt });
      if (aside) await setAside(change, { ...accepted, messageId: msg_id }, aside);
    }
    return accepted;
  });
  if (!atOnce || !('outboxId' in acceptance)) return;
  const { outboxId } = acceptance;
  await startSend(deps, { mailboxId, outboxId }).catch((error: Error) =>
    deps.log.warn({ outbox: outboxId, reason: error.message }, 'send not started at once, left to its job'),
  );
}

/** Rounded up, so that nothing is sent before the undo delay is over. */
function soon({ clock }: SendingDeps, delay: number, spare: number): When {
  const dueAt = delay === 0 ? Math.floor(clock.now() / 1000) : Math.ceil(clock.now() / 1000) + delay;
  const undoUntil = delay === 0 ? null : Math.max(dueAt - delay, dueAt - LIMITS.undoMarginSeconds);
  return { dueAt, undoUntil, startAt: dueAt + spare };
}

/** Schedules a draft; a scheduled one gets the new time. */
export async function scheduleMail(
  deps: SendingDeps,
  by: Sender,
  { msg_id, version, timestamp, intended_time, share_ids }: BodyOf<typeof scheduleEndpoint>,
): Promise<void> {
  const mailboxId = by.mailbox;
  const dueAt = (timestamp ?? intended_time) as number;
  const order = { messageId: msg_id, version, kind: 'schedule', by } as const;
  await changeMailbox(deps, mailboxId, async (change) => {
    await requireShares(change.tx, mailboxId, share_ids);
    const inFuture = () => {
      if (dueAt * 1000 <= deps.clock.now())
        throw new Failure('time_in_past', 'The time is not in the future');
      return { dueAt, undoUntil: null, startAt: dueAt };
    };
    const acceptance = await acceptSend(deps, change, order, inFuture);
    await bindShares(change, { messageId: msg_id, ids: share_ids, lastSendAt: dueAt });
    if (!('repeated' in acceptance)) return;
    const { id: outboxId, due_at: before } = acceptance.repeated;
    if (dueAt === before) return;
    inFuture();
    const outgoing = { mailboxId, outboxId };
    // A message sent meanwhile is reported as it is.
    if (!(await moveOutbox(change.tx, outgoing, ['held'], { state: 'held', due_at: dueAt }))) return;
    await refileMessage(change, msg_id, heldState(change, 'schedule', dueAt));
    await addStart(change.tx, outgoing, dueAt);
  });
}
