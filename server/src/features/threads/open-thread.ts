import { roleOf } from '@bocau/contract/folder-roles.ts';
import { messageOfSingle } from '@bocau/contract/single-messages.ts';
import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import { findFolder } from '../../mail/folders/folders.store.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import {
  type MessageHead,
  readMessage,
  readThreadMessages,
  type ThreadMessageRow,
} from '../../mail/messages/messages.store.ts';
import { threadMessageView } from '../../mail/messages/messages.view.ts';
import { readBodiesWithin, readInTurn, readingCost } from '../../mail/messages/thread-reads.ts';
import { resolveThreads } from '../../mail/threads/resolve-threads.ts';
import { readSingleRows } from '../../mail/threads/single-rows.ts';
import { readThreadRows, type ThreadRow } from '../../mail/threads/threads.store.ts';
import { threadView } from '../../mail/threads/threads.view.ts';
import { optionalWrite } from '../../platform/db/optional-write.ts';
import { Failure } from '../../platform/failure.ts';
import { isId } from '../../platform/ids.ts';
import { markShownRead } from './mark-threads.ts';

type Opening = {
  id: string;
  in: string | undefined;
  bodies: 'all' | 'expanded' | 'none';
  peek: boolean;
};

/**
 * A thread as one folder shows it. Messages in Trash and Junk are hidden unless that folder is viewed.
 * Reading marks it read, except for a peek.
 */
export async function openThread(
  deps: ChangeDeps,
  mailboxId: number,
  opening: Opening,
): Promise<ThreadWithMessages> {
  const single = messageOfSingle(opening.id) !== null;
  if (!single && !isId(opening.id)) throw notFound();
  const { row, rows, visible, bodies } = await readInTurn(
    mailboxId,
    () => readOpening(deps, mailboxId, opening, single),
    (read) => readingCost(read.visible, read.bodies.values()),
  );
  const isRead = row.unread && !opening.peek ? await markRead(deps, mailboxId, row, visible) : new Set();
  return {
    ...threadView({ ...row, unread: row.unread && isRead.size === 0 }),
    snippets: Object.fromEntries(rows.map((other) => [other.folder_id, other.card.snippet])),
    messages: visible.map((message) =>
      threadMessageView(
        { ...message, unread: message.unread && !isRead.has(message.id) },
        bodies.get(message.id),
      ),
    ),
  };
}

/** Answers which messages it marked: those that are shown of the list's folder. */
async function markRead(
  deps: ChangeDeps,
  mailboxId: number,
  row: RowOfList,
  visible: MessageHead[],
): Promise<Set<string>> {
  const there = visible.filter(({ folder_id }) => folder_id === row.folder_id);
  // Nothing lies in the list of the starred itself.
  const unread = (there.length > 0 ? there : visible).filter((message) => message.unread);
  const [first] = unread;
  if (!first) return new Set();
  const ids = unread.map(({ id }) => id);
  const written = await optionalWrite(() => markShownRead(deps, mailboxId, first.thread_id, ids));
  return new Set(written ? ids : []);
}

type RowOfList = ThreadRow & { folder_id: string };

async function readOpening(deps: ChangeDeps, mailboxId: number, opening: Opening, single: boolean) {
  let [messages, rows] = await readThread(deps, mailboxId, opening.id);
  if (messages.length === 0 && !single) {
    const [merged = opening.id] = await resolveThreads(deps.db, mailboxId, [opening.id]);
    [messages, rows] = await readThread(deps, mailboxId, merged);
  }
  const row = await chooseRow(deps, mailboxId, rows, messages, opening.in);
  const visible = messages.filter(
    (message) =>
      message.folder_id === row.folder_id || !isHidden(message) || !messages.some((m) => !isHidden(m)),
  );
  const expanded = opening.bodies === 'none' ? [] : opensExpanded(visible);
  const others = opening.bodies === 'all' ? 'all' : 'none';
  const bodies = await readBodiesWithin(deps.db, mailboxId, visible, expanded, others);
  return { row, rows, visible, bodies };
}

async function readThread(
  deps: ChangeDeps,
  mailboxId: number,
  id: string,
): Promise<[ThreadMessageRow[], RowOfList[]]> {
  const messageId = messageOfSingle(id);
  if (messageId !== null) {
    const rows = await readSingleRows(deps.db, mailboxId, id);
    const message = rows.length > 0 ? await readMessage(deps.db, mailboxId, messageId) : undefined;
    return message ? [[{ ...message, has_body: true }], rows] : [[], []];
  }
  return Promise.all([readThreadMessages(deps.db, mailboxId, id), readThreadRows(deps.db, mailboxId, [id])]);
}

async function chooseRow(
  deps: ChangeDeps,
  mailboxId: number,
  rows: RowOfList[],
  messages: MessageHead[],
  name: string | undefined,
): Promise<RowOfList> {
  const paths = new Map(messages.map((message) => [message.folder_id, message]));
  const byPath = rows.find((row) => paths.get(row.folder_id)?.folder_path === name);
  if (byPath) return byPath;
  if (name !== undefined) {
    const folder = await findFolder(deps.db, mailboxId, name);
    if (!folder) throw new Failure('folder_not_found', 'Folder not found');
    const inFolder = rows.find((row) => row.folder_id === folder.id);
    if (inFolder) return inFolder;
  }
  // The thread has left that folder, or none is named: it opens in its current one.
  const shown = rows.find(
    (row) => row.folder_id === row.card.folder_id && !hides(paths.get(row.folder_id)?.folder_role),
  );
  const row = shown ?? rows[0];
  if (!row) throw notFound();
  return row;
}

function isHidden(message: MessageHead): boolean {
  return hides(message.folder_role);
}

function hides(role: string | null | undefined): boolean {
  return roleOf(role)?.discarded ?? false;
}

/** The first draft, which opens in the editor, and the last of the others, which is shown above it. */
function opensExpanded(messages: MessageHead[]): string[] {
  const open = [messages.find((message) => message.draft), messages.findLast((message) => !message.draft)];
  return open.flatMap((message) => message?.id ?? []);
}

function notFound(): Failure {
  return new Failure('thread_not_found', 'Conversation not found');
}
