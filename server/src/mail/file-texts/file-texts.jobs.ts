import { handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { type ChangeDeps, changeMailbox } from '../mailbox/change-mailbox.ts';
import { fileTextTask } from './file-text-task.ts';
import { indexFileTexts } from './file-words.ts';
import { type FileTextDeps, readFileTexts } from './read-file-texts.ts';

export function fileTextHandlers(deps: FileTextDeps & ChangeDeps): TaskHandler[] {
  return [
    handle(fileTextTask, async ({ mailboxId, messageIds }, run) => {
      await readFileTexts(deps, mailboxId, messageIds, run);
      await changeMailbox(deps, mailboxId, ({ tx }) => indexFileTexts(tx, mailboxId, messageIds));
    }),
  ];
}
