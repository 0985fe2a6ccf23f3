import * as store from '../../mail/forwarding/forwarding.store.ts';
import { returnPart, traceMark } from '../../mail/forwarding/keyed.ts';
import { sealForward } from '../../mail/forwarding/seal-forward.ts';
import type { ForwardJob } from '../../mail/incoming/forward-task.ts';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { readMessage } from '../../mail/messages/messages.store.ts';
import { LOCAL } from '../../mail/outbox/outbox-recipients.store.ts';
import { routeRecipients } from '../../mail/outbox/route-recipients.ts';
import { sendUnfiled } from '../../mail/outbox/send-unfiled.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { behind } from '../../platform/blobs/behind.ts';
import { readHead } from '../../platform/blobs/read-head.ts';
import { idFromText } from '../../platform/ids.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { behindReturnPath, readTrace, writeTrace } from '../../platform/smtp/forward-trace.ts';
import type { SenderVerdict } from '../../platform/smtp/sender-verdict.ts';
import type { DkimKey } from '../../platform/smtp-out/sign-message.ts';

export type ForwardDeps = SendingDeps & {
  dkim: DkimKey | null;
  secrets: SecretBox | null;
  config: { mail: { name: string } };
};

/**
 * Forwards a message unchanged: header fields are only added in front, so its signatures stay valid. A
 * message that was here before goes no further (loop), nor does one that turned out to be forged or was moved
 * to Junk meanwhile.
 */
export async function forwardMessage(deps: ForwardDeps, job: ForwardJob): Promise<void> {
  const { blobs, config, db, log } = deps;
  const { mailboxId, messageId, blob, deliveryKey } = job;
  const address = foldAddress(job.target);
  const [stat, head, key, owner, message] = await Promise.all([
    blobs.stat(blob),
    readHead(blobs, blob),
    store.readForwardingKey(db),
    store.readOwner(db, mailboxId),
    messageId === null ? undefined : readMessage(db, mailboxId, messageId),
  ]);
  if (!stat || !head || message?.spoofed || message?.folder_role === 'Junk') return;
  const recipients = await routeRecipients(db, [{ name: '', email: address }], config.mail.relay !== null);
  const trace = readTrace(head);
  const here = recipients.flatMap(({ destination, localMailboxId: id }) =>
    destination === LOCAL && id !== null ? [id] : [],
  );
  if (trace.isTooLong || [mailboxId, ...here].some((id) => trace.marks.includes(traceMark(key, id)))) {
    log.warn({ mailbox: mailboxId, delivery: deliveryKey }, 'forwarding stopped: loop');
    return;
  }
  const start = behindReturnPath(head);
  const source = async () => blobs.open(blob, { start, end: stat.size });
  const verdict = (message?.sender_checks ?? null) as SenderVerdict | null;
  const { envelopeSender } = job;
  const at = new Date(deps.clock.now());
  const seal =
    verdict === null ? '' : await sealForward(deps, owner.domain, { envelopeSender, verdict, at }, source);
  const lines = Buffer.from(seal + writeTrace(traceMark(key, mailboxId), owner.email));
  const { key: sent } = await blobs.put(behind(lines, await source()));
  const outboxId = forwardId({ ...job, deliveryKey: trace.message ?? deliveryKey });
  await changeMailbox(deps, mailboxId, async (change) => {
    const forward = await store.readForwardOf(change.tx, mailboxId, address);
    if (!forward?.verified) return;
    const sender = `${returnPart(key, mailboxId, address, change.now)}@${owner.domain}`;
    await sendUnfiled(change, { outboxId, kind: 'forward', sender, blob: sent, recipients });
  });
  log.info({ mailbox: mailboxId, delivery: deliveryKey, outbox: outboxId }, 'message forwarded');
}

/** The same for a delivery and an address (idempotency key), so that it is sent once. */
export function forwardId({
  mailboxId,
  deliveryKey,
  target,
}: Pick<ForwardJob, 'mailboxId' | 'deliveryKey' | 'target'>): string {
  return idFromText(`forward ${mailboxId} ${deliveryKey} ${foldAddress(target)}`);
}
