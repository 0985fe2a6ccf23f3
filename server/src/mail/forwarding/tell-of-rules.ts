import { createHash } from 'node:crypto';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask } from '../../platform/jobs/task.ts';
import type { MailParser } from '../../platform/mime/parse-pool.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../mailbox/change-mailbox.ts';
import { messageFromParsed } from '../messages/message-from-parsed.ts';
import { newMessage } from '../messages/new-message.ts';
import { storeMessages } from '../messages/store-messages.ts';
import { readSettings } from '../settings/read-settings.ts';
import { readOwner } from './forwarding.store.ts';
import { TOLD_WORDS, type Told } from './told-words.ts';
import { writeNotice } from './write-notice.ts';

type TellJob = Told & { mailboxId: number; at: number };

export type TellDeps = ChangeDeps & { blobs: BlobStore; parser: MailParser };

export const tellOfRuleTask = defineTask<TellJob>('tell_of_rule', { maxAttempts: 20 });

export function tellOfForward(change: MailboxChange, address: string): Promise<void> {
  return tell(change, { kind: 'forward', about: address });
}

export function tell(change: MailboxChange, told: Told): Promise<void> {
  return addJob(change.tx, tellOfRuleTask, { ...told, mailboxId: change.mailboxId, at: change.now });
}

/** Files the message in the inbox itself: no rule is asked, so none can hide it. */
export async function tellOfRule(deps: TellDeps, job: TellJob): Promise<void> {
  const { blobs, clock, db, parser } = deps;
  const { mailboxId, kind, about, at } = job;
  const [{ domain, email }, { language }] = await Promise.all([
    readOwner(db, mailboxId),
    readSettings(db, mailboxId),
  ]);
  const deliveryKey = createHash('sha256').update(`told ${mailboxId} ${kind} ${about} ${at}`).digest('hex');
  const { subject, text } = TOLD_WORDS[language][kind];
  const id = `rule-${deliveryKey.slice(0, 32)}`;
  const raw = writeNotice({ id, at, domain, to: email, subject, text: text(email, about) });
  const { key, size } = await blobs.put(raw);
  const said = messageFromParsed(await parser.parse(key, size), at, { blob: key });
  await changeMailbox(deps, mailboxId, async (change) => {
    const message = newMessage({
      ...said,
      receivedAt: change.now,
      unread: true,
      size,
      blob: key,
      deliveryKey,
    });
    await storeMessages(clock, change, [{ ...message, folderId: change.folders.INBOX }]);
  });
}
