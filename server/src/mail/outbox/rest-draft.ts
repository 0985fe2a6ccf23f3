import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { MailParser } from '../../platform/mime/parse-pool.ts';
import { type ChangeDeps, changeMailbox } from '../mailbox/change-mailbox.ts';
import { noteDraftsRead } from '../mailbox/mailbox.store.ts';
import { readDraftsWithoutSource, writeRestingSource } from '../messages/resting-drafts.store.ts';
import { composeMail, senderDomain } from './compose-mail.ts';
import { readOutgoing } from './read-outgoing.ts';
import { type DraftKey, restDraftTask, restKey } from './rest-draft-task.ts';

type RestDeps = ChangeDeps & { blobs: BlobStore; parser: MailParser };

const DRAFTS_AT_ONCE = 500;

/** Gives a draft a source, so that mail programs see it: as it would be sent, and with Bcc. What its form has stays. */
export async function restDraft(deps: RestDeps, { mailboxId, messageId }: DraftKey): Promise<void> {
  const { db, blobs, clock, parser } = deps;
  const outgoing = await readOutgoing(db, mailboxId, messageId);
  if (!outgoing?.draft) return;
  const composing = {
    messageId: outgoing.messageId ?? `${messageId}@${senderDomain(outgoing)}`,
    date: unixSeconds(clock),
    keepsBcc: true,
  };
  const { key: blob, size } = await blobs.put(composeMail(outgoing, composing, blobs));
  const { structure } = await parser.parse(blob, size);
  await changeMailbox(deps, mailboxId, async (change) => {
    const { version } = outgoing;
    const source = { id: messageId, version, blob, size, structure };
    const grown = await writeRestingSource(change.tx, mailboxId, source);
    if (grown === null) return;
    change.addBytes(grown);
    change.markThreadsDirty([outgoing.threadId]);
  });
}

/** A mail program opens Drafts: from now on drafts that rest get sources, and those that do already. */
export async function showDraftsToPrograms(
  { db, clock }: ChangeDeps,
  mailboxId: number,
  folderId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await noteDraftsRead(tx, mailboxId, unixSeconds(clock)))) return;
    for (const messageId of await readDraftsWithoutSource(tx, mailboxId, folderId, DRAFTS_AT_ONCE))
      await addJob(tx, restDraftTask, { mailboxId, messageId }, { jobKey: restKey(messageId) });
  });
}
