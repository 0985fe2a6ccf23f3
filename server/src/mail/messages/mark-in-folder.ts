import { readKeywordsOfLabels } from '../labels/labels.store.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { readListsMessages } from '../settings/settings.store.ts';
import { labelMessages } from './label-messages.ts';
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
  const kept = keywords && ids.length > 0 ? await setLabels(change, given.folderId, ids, keywords) : keywords;
  const others = chosen
    .map((message) => ({
      ...message,
      deleted: deleted ?? message.deleted,
      keywords: kept ? changeKeywords(message.keywords, kept) : message.keywords,
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

/** Keywords of labels are labels; answers what is left for the state of the messages. */
async function setLabels(
  change: MailboxChange,
  folderId: string,
  messageIds: string[],
  keywords: KeywordChange,
): Promise<KeywordChange> {
  const labels = await readKeywordsOfLabels(change.tx, change.mailboxId);
  if (labels.length === 0) return keywords;
  const isGiven = (given: string[] = []) => {
    const named = new Set(given.map((keyword) => keyword.toLowerCase()));
    return labels.filter(({ keyword }) => named.has(keyword.toLowerCase())).map(({ id }) => id);
  };
  const replaces = 'replace' in keywords;
  const add = isGiven(replaces ? keywords.replace : keywords.add);
  const remove = replaces
    ? labels.map(({ id }) => id).filter((id) => !add.includes(id))
    : isGiven(keywords.remove).filter((id) => !add.includes(id));
  if (add.length + remove.length > 0)
    await labelMessages(change, { messageIds, in: folderId }, { add, remove });
  const ofLabels = new Set(labels.map(({ keyword }) => keyword.toLowerCase()));
  const others = (given: string[] = []) => given.filter((keyword) => !ofLabels.has(keyword.toLowerCase()));
  if (replaces) return { replace: others(keywords.replace) };
  return { add: others(keywords.add), remove: keywords.remove ?? [] };
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
