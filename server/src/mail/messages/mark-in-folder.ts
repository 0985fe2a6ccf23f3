import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { readListsMessages } from '../settings/settings.store.ts';
import { type MessageMarks, readMarked, updateMarks, writeProgramMarks } from './mark-in-folder.store.ts';

/** `replace` in place of all that a message has; otherwise some are added and some removed. */
export type KeywordChange = { replace: string[] } | { add?: string[]; remove?: string[] };

export type MarksGiven = {
  folderId: string;
  messageIds: string[];
  /** Only messages that have not changed since this modseq. */
  unchangedSince?: number;
  marks: MessageMarks;
  /** What only mail programs see. */
  deleted?: boolean;
  keywords?: KeywordChange;
};

/**
 * Sets marks of messages of a folder, as mail programs do. Answers those that were left alone because they have changed
 * since; what is no longer in the folder is passed over.
 */
export async function markInFolder(
  change: MailboxChange,
  given: MarksGiven,
): Promise<{ modified: string[] }> {
  const { tx, mailboxId, seq } = change;
  const { unchangedSince = Number.MAX_SAFE_INTEGER, marks, deleted, keywords } = given;
  const found = await readMarked(tx, mailboxId, given.folderId, given.messageIds);
  const chosen = found.filter(({ modseq }) => modseq <= unchangedSince);
  const ids = chosen.map(({ message_id }) => message_id);
  const threads = await updateMarks(tx, mailboxId, ids, marks);
  const others = chosen
    .map((message) => ({
      ...message,
      deleted: deleted ?? message.deleted,
      keywords: keywords ? changeKeywords(message.keywords, keywords) : message.keywords,
      before: message,
    }))
    .filter(
      (message) => message.deleted !== message.before.deleted || message.keywords !== message.before.keywords,
    );
  if (others.length > 0) await writeProgramMarks(tx, mailboxId, seq, others);
  await journalHidden(
    change,
    others.filter((message) => message.deleted && !message.before.deleted),
  );
  change.markThreadsDirty([...threads, ...others.map(({ thread_id }) => thread_id)]);
  const modified = found.filter(({ modseq }) => modseq > unchangedSince);
  return { modified: modified.map(({ message_id }) => message_id) };
}

/** The web hides what is marked as deleted; lists of single messages are told of each. */
async function journalHidden(change: MailboxChange, messages: { message_id: string }[]): Promise<void> {
  if (messages.length === 0 || !(await readListsMessages(change.tx, change.mailboxId))) return;
  for (const { message_id } of messages) change.journal('message', message_id);
}

/** The same array where nothing changes. Keywords differ by more than their case, and keep that in which they came. */
function changeKeywords(before: string[], change: KeywordChange): string[] {
  const kept = new Map(before.map((keyword) => [keyword.toLowerCase(), keyword]));
  const add = 'replace' in change ? change.replace : (change.add ?? []);
  const stays = new Set(add.map((keyword) => keyword.toLowerCase()));
  if ('replace' in change) for (const key of kept.keys()) if (!stays.has(key)) kept.delete(key);
  for (const keyword of add) if (!kept.has(keyword.toLowerCase())) kept.set(keyword.toLowerCase(), keyword);
  if ('remove' in change) for (const keyword of change.remove ?? []) kept.delete(keyword.toLowerCase());
  const after = [...kept.values()];
  return after.length === before.length && after.every((keyword) => before.includes(keyword))
    ? before
    : after;
}
