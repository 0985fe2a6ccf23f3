import { singleId } from '@bocau/contract/single-messages.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import { readSystemFolders } from '../../mail/mailbox/mailbox.store.ts';
import { readSingles } from '../../mail/threads/single-rows.store.ts';
import { rowsOfSingles } from '../../mail/threads/single-rows.ts';
import type { ThreadRow } from '../../mail/threads/threads.store.ts';
import { threadView } from '../../mail/threads/threads.view.ts';
import type { ReadDb } from '../../tables.ts';
import { foundInFiles } from './found-in-files.ts';
import { foundTexts } from './found-text.ts';
import { readHits } from './hits.store.ts';
import type { Match } from './matches.store.ts';
import type { SearchPlan } from './plan-search.ts';
import type { Criteria } from './read-query.ts';

/** The list rows of the matches, each with its context if the row itself does not show it. */
export async function showHits(
  db: ReadDb,
  plan: SearchPlan,
  criteria: Criteria,
  matches: Match[],
): Promise<Thread[]> {
  const [rows, files] = await Promise.all([
    readRowsOf(db, plan, matches),
    foundInFiles(db, plan, criteria, matches),
  ]);
  const messageOf = new Map(matches.map(({ id, threadId }) => [plan.single ? singleId(id) : threadId, id]));
  const hits = rows.map((row) => ({
    thread: threadView(row),
    messageId: messageOf.get(row.thread_id) ?? '',
  }));
  const inMessage = hits.filter(({ messageId }) => !files.has(messageId));
  const shown = inMessage.map(({ thread, messageId }) => ({ messageId, shown: thread.snippet }));
  const texts = await foundTexts(db, plan, criteria, shown);
  return hits.map(({ thread, messageId }) => {
    const file = files.get(messageId);
    const text = texts.get(messageId);
    return {
      ...thread,
      ...(file === undefined ? {} : { found_in: file }),
      ...(text === undefined ? {} : { found_text: text }),
    };
  });
}

async function readRowsOf(
  db: ReadDb,
  { mailboxId, single }: SearchPlan,
  matches: Match[],
): Promise<ThreadRow[]> {
  if (!single) return readHits(db, mailboxId, matches);
  const ids = matches.map(({ id }) => id);
  const [messages, special] = await Promise.all([
    readSingles(db, mailboxId, ids),
    readSystemFolders(db, mailboxId),
  ]);
  return rowsOfSingles(messages, special).filter((row) => row.folder_id === row.card.folder_id);
}
