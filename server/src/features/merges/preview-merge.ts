import type { DataOf } from '@bocau/contract/endpoint.ts';
import type { previewMerge as previewEndpoint } from '@bocau/contract/merges.ts';
import { authorize } from '../../access/authorize.ts';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { readSender } from '../../mail/outbox/outgoing.store.ts';
import { routeRecipients } from '../../mail/outbox/route-recipients.ts';
import { sendUnfiled } from '../../mail/outbox/send-unfiled.ts';
import { Failure } from '../../platform/failure.ts';
import { refuseBlockedType } from '../../platform/files/refuse-blocked-type.ts';
import { textAsHtml } from '../../platform/mime/text-as-html.ts';
import { requireRow } from './change-merge.ts';
import { parseText } from './fill-message.ts';
import { fillRow, makeMessage, withMadeBlobs } from './make-message.ts';
import type { MergeDeps } from './merge-deps.ts';
import { readMailboxAddress } from './merge-refusals.store.ts';
import { type Acting, readMergeText, requireMergeFor } from './merge-text.ts';
import { withSampleOffer } from './refusal-offer.ts';

type Which = { id: string; row: string };

/** MM-6: the message of a row, as it will be sent but for the link of its recipient. */
export async function previewMerge(
  deps: MergeDeps,
  caller: Acting,
  which: Which,
): Promise<DataOf<typeof previewEndpoint>> {
  const { mailbox: mailboxId } = caller;
  const { merge, row, text } = await readWhole(deps, caller, which);
  const key = { mailboxId, mergeId: merge.id };
  return withMadeBlobs(deps, async (madeBlobs) => {
    const filled = await fillRow(deps, key, merge, { text, row }, madeBlobs);
    const { recipient, problem } = filled;
    const outgoing = merge.unsubscribe
      ? await withSampleOffer(deps, mailboxId, filled.outgoing)
      : filled.outgoing;
    return {
      row: row.row,
      from: outgoing.sender,
      to: { name: recipient.name, email: recipient.email },
      subject: outgoing.subject,
      html: outgoing.bodyIsHtml ? outgoing.body : textAsHtml(outgoing.body),
      files: outgoing.files.map(({ name, contentType: content_type, size }) => ({
        name,
        content_type,
        size,
      })),
      problems: [...new Set([...row.problems, ...(problem === null ? [] : [problem])])],
      empty_fields: row.empty_fields,
    };
  });
}

/** The same message to the own address: it lies in no folder and counts nowhere. */
export async function testMerge(deps: MergeDeps, caller: Acting, which: Which): Promise<void> {
  const { mailbox: mailboxId } = caller;
  const { merge, row, text } = await readWhole(deps, caller, which);
  const { sender: from } = text.text;
  const key = { mailboxId, mergeId: merge.id };
  const sender = await readSender(deps.db, mailboxId, from.email);
  authorize({ mailbox: mailboxId }, 'send', sender);
  if (from.email === '') throw new Failure('no_sender', 'The message has no sender');
  authorize({ mailbox: mailboxId }, 'send_as', sender);
  const to = (await readMailboxAddress(deps.db, mailboxId)) ?? from.email;
  await withMadeBlobs(deps, async (madeBlobs) => {
    const filled = await fillRow(deps, key, merge, { text, row, to }, madeBlobs);
    for (const { name } of filled.outgoing.files) refuseBlockedType(name);
    if (filled.problem === 'mail_too_large') throw new Failure('too_large', 'The message is too large');
    const { outboxId, sent } = await makeMessage(deps, key, row.row, filled);
    const recipients = await routeRecipients(deps.db, filled.outgoing.to, deps.config.mail.relay !== null);
    const test = { outboxId, kind: 'notice' as const, sender: from.email, blob: sent.key, recipients };
    await changeMailbox(deps, mailboxId, (change) => sendUnfiled(change, test));
  });
}

async function readWhole(deps: MergeDeps, caller: Acting, { id, row: number }: Which) {
  const { mailbox: mailboxId } = caller;
  const merge = await requireMergeFor(deps.db, caller, id);
  const row = await requireRow(deps, mailboxId, merge, Number(number));
  const text = await readMergeText(deps.db, mailboxId, merge);
  if (!text) throw new Failure('message_not_found', 'The draft is not there any more');
  return { merge, row, text: parseText(text) };
}
