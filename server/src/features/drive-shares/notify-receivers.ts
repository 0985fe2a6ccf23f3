import { createHash } from 'node:crypto';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { authorize } from '../../access/authorize.ts';
import { readDriveOwner } from '../../drive/drive-owner.store.ts';
import { fileNotFound } from '../../drive/entries/entry-path.ts';
import { readShown } from '../../drive/entries/lists.store.ts';
import type { DraftShare, ShareDeps, ShareOrder } from '../../drive/shares/create-share.ts';
import { changeWithMessage } from '../../drive/shares/follow-message.ts';
import { shareAddress } from '../../drive/shares/show-shares.ts';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { messageFromParsed } from '../../mail/messages/message-from-parsed.ts';
import { newMessage } from '../../mail/messages/new-message.ts';
import { storeMessages } from '../../mail/messages/store-messages.ts';
import { senderDomain } from '../../mail/outbox/compose-mail.ts';
import { readSender } from '../../mail/outbox/outgoing.store.ts';
import { routeRecipients } from '../../mail/outbox/route-recipients.ts';
import { sendStored } from '../../mail/outbox/send-stored.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { checkSendingLimits } from '../../mail/outbox/sending-limits.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { shareMessage } from './share-message.ts';

/**
 * Creates a share and mails those with whom it is shared, atomically: an ordinary message of the sharer,
 * which is in Sent and counts against the sending limits.
 */
export async function shareAndNotify(
  deps: ShareDeps & SendingDeps,
  mailboxId: number,
  order: ShareOrder,
  share: DraftShare,
): Promise<void> {
  const { to, bcc } = addressed(share);
  const ready = await makeMessage(deps, mailboxId, order, { share, to, bcc });
  const recipients = await routeRecipients(deps.db, [...to, ...bcc], deps.config.mail.relay !== null);
  await changeMailbox(deps, mailboxId, async (change) => {
    await changeWithMessage(change, share.write);
    await checkSendingLimits(change.tx, mailboxId, deps.config.sending, recipients.length, change.now);
    const sent = { ...ready.message, folderId: change.folders.Sent };
    const [filed] = await storeMessages(deps.clock, change, [sent]);
    if (!filed?.filed) return;
    const { outboxId, blob, sender } = ready;
    const outgoing = { outboxId, messageId: filed.id, dueAt: change.now, sender, blob, recipients };
    await sendStored(change, { ...outgoing, kind: 'send' });
  });
}

/**
 * Several outside people must not see each other's addresses: the sharer entered them in a dialog, not in a
 * message.
 */
function addressed({ people }: DraftShare): { to: MailAddress[]; bcc: MailAddress[] } {
  const inside = people.filter(({ mailboxId }) => mailboxId !== null);
  const outside = people.filter(({ mailboxId }) => mailboxId === null);
  const unseen = outside.length > 1 ? outside : [];
  const named = outside.length > 1 ? inside : [...inside, ...outside];
  const addresses = (some: typeof people) => some.map(({ address }) => ({ name: '', email: address }));
  return { to: addresses(named), bcc: addresses(unseen) };
}

async function makeMessage(
  deps: ShareDeps & SendingDeps,
  mailboxId: number,
  order: ShareOrder,
  { share, to, bcc }: { share: DraftShare; to: MailAddress[]; bcc: MailAddress[] },
) {
  const { blobs, clock, config, db, parser } = deps;
  const owner = await readDriveOwner(db, mailboxId);
  if (!owner) throw fileNotFound();
  const sender = { name: owner.name, email: owner.email };
  authorize({ mailbox: mailboxId }, 'send_as', await readSender(db, mailboxId, sender.email));
  const { language, time_zone } = await readSettings(db, mailboxId);
  const entries = new Map((await readShown(db, mailboxId, order.entryIds)).map((row) => [row.id, row.name]));
  const now = unixSeconds(clock);
  const outboxId = newId(clock);
  const source = shareMessage({
    sender,
    // Without visible recipients, the sharer is named: a message without To looks like spam.
    to: to.length > 0 ? to : [sender],
    language,
    names: [...new Set(order.entryIds)].flatMap((id) => entries.get(id) ?? []),
    link: linkOf(config.http.publicUrl, share.token),
    hasPassword: order.password !== undefined && order.password !== '',
    lastDay: order.expiresAt === null ? null : dayText(order.expiresAt, time_zone),
    now,
    messageId: `${outboxId}@${senderDomain({ sender })}`,
  });
  const { key, size } = await blobs.put(source);
  const said = messageFromParsed(await parser.parse(key, size), now, { blob: key });
  const message = newMessage({
    ...said,
    headers: { ...said.headers, bcc },
    receivedAt: now,
    size,
    blob: key,
    deliveryKey: createHash('sha256').update(`share ${share.id}`).digest('hex'),
  });
  return { outboxId, blob: key, message, sender: sender.email };
}

/** Without a key for links all recipients are colleagues, and find it in their list. */
function linkOf(publicUrl: string, token: string | null): string {
  return token === null ? `${publicUrl.replace(/\/+$/, '')}/drive/shared` : shareAddress(publicUrl, token);
}

function dayText(seconds: number, timeZone: string): string {
  const format = { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  return new Intl.DateTimeFormat('en-GB', format).format(seconds * 1000);
}
