import { documentKind } from '../../platform/documents/document-kind.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { FILE_TEXT_SHARES, fileTextTask } from './file-text-task.ts';

type WithFiles = { id: string; files: { name: string; contentType: string; inline: boolean }[] };

/** Enqueues the text extraction of the messages' documents, if they have any; it is not urgent. */
export function enqueueFileTexts(change: MailboxChange, messages: WithFiles[]): void {
  const { tx, mailboxId } = change;
  const messageIds = messages.flatMap(({ id, files }) =>
    files.some((file) => !file.inline && documentKind(file) !== null) ? [id] : [],
  );
  if (messageIds.length === 0) return;
  change.send(addJob(tx, fileTextTask, { mailboxId, messageIds }, { shares: FILE_TEXT_SHARES }));
}
