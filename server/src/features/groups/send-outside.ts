import { readForwardingKey } from '../../mail/forwarding/forwarding.store.ts';
import { behindReturnPath } from '../../mail/forwarding/read-trace.ts';
import { behind, sealForward } from '../../mail/forwarding/seal-forward.ts';
import { distributeTask } from '../../mail/groups/accept-for-group.ts';
import { groupReturnPart, leaveAddress } from '../../mail/groups/group-address.ts';
import { finishGroupMessage, type GroupMessage, moveSentTo } from '../../mail/groups/group-messages.store.ts';
import { readCarrier, readOutside } from '../../mail/groups/groups.store.ts';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { routeRecipients } from '../../mail/outbox/route-recipients.ts';
import { sendUnfiled } from '../../mail/outbox/send-unfiled.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { readHead } from '../../platform/blobs/read-head.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { idFromText } from '../../platform/ids.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { SenderVerdict } from '../../platform/smtp/sender-verdict.ts';
import type { DkimKey } from '../../platform/smtp-out/sign-message.ts';

export type OutsideDeps = SendingDeps & {
  dkim: DkimKey | null;
  secrets: SecretBox | null;
  config: { mail: { name: string } };
};

/**
 * Puts a message to a group into the outbox for the next members elsewhere, in the transaction that says how
 * far it has come; finishes it when there are none. Spam and forged mail stays here.
 */
export async function sendOutside(deps: OutsideDeps, message: GroupMessage, most: number): Promise<void> {
  const { db, clock, config, log } = deps;
  const { id, groupId, facts, sentTo } = message;
  const isKeptHere = facts.spoofed || facts.spam !== null;
  const addresses = isKeptHere ? [] : await readOutside(db, message, { after: sentTo, limit: most });
  const last = addresses.at(-1);
  const carrier = last === undefined ? undefined : await readCarrier(db, groupId);
  if (last === undefined || carrier === undefined) {
    if (last !== undefined) log.warn({ group: groupId }, 'nobody of the domain can send mail of a group');
    await inTransaction(db, (tx) => finishGroupMessage(tx, message, unixSeconds(clock)));
    return;
  }
  const people = addresses.map((email) => ({ name: '', email }));
  const [recipients, blob, key] = await Promise.all([
    routeRecipients(db, people, config.mail.relay !== null),
    makeSource(deps, message),
    readForwardingKey(db),
  ]);
  await changeMailbox(deps, carrier, async (change) => {
    if (!(await moveSentTo(change.tx, id, sentTo, last))) return;
    const sender = `${groupReturnPart(key, groupId, change.now)}@${message.group.domain}`;
    const outboxId = idFromText(`group ${id} ${sentTo}`);
    await sendUnfiled(change, { outboxId, kind: 'forward', sender, blob, recipients });
    await addJob(change.tx, distributeTask, { id });
  });
}

/** What leaves: sealed, and with the way out of the group. */
async function makeSource(deps: OutsideDeps, message: GroupMessage): Promise<string> {
  const { blobs } = deps;
  const { blob, envelopeSender, facts, group } = message;
  const [stat, head] = await Promise.all([blobs.stat(blob), readHead(blobs, blob)]);
  if (!stat || !head) throw new Error('The source of a message to a group is missing');
  const source = async () => blobs.open(blob, { start: behindReturnPath(head), end: stat.size });
  const verdict = facts.checks as SenderVerdict | null;
  const seal =
    verdict === null ? '' : await sealForward(deps, group.domain, { envelopeSender, verdict }, source);
  const unsubscribe = `List-Unsubscribe: <mailto:${leaveAddress(group.address)}?subject=leave>\r\n`;
  return (await blobs.put(behind(Buffer.from(seal + unsubscribe), await source()))).key;
}
