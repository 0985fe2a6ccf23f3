import { createHash } from 'node:crypto';
import { ensureLabels } from '../../mail/labels/ensure-labels.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { messageFromParsed } from '../../mail/messages/message-from-parsed.ts';
import type { NewMessage } from '../../mail/messages/new-message.ts';
import { newMessage } from '../../mail/messages/new-message.ts';
import { storeMessages } from '../../mail/messages/store-messages.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { BlobStoreFullError } from '../../platform/blobs/blob-store.ts';
import { hashBytes } from '../../platform/blobs/hash-bytes.ts';
import { isDatabaseUnavailable, isOverdue } from '../../platform/db/database-errors.ts';
import type { MailParser } from '../../platform/mime/parse-pool.ts';
import { wireForm } from '../../platform/mime/wire-form.ts';
import { createFolderFinder, type FolderFinder } from './find-folders.ts';
import type { MailFlags, MailSource, SourceMessage, SourceProblem } from './mail-source.ts';
import { mapAtMost } from './map-at-most.ts';
import { missingFolders, readKnownIds, readKnownKeys } from './transfer.store.ts';

export type ImportDeps = ChangeDeps & { blobs: BlobStore; parser: MailParser };

export type ImportResult = { filed: number; known: number; problems: SourceProblem[] };

type Prepared = {
  message: SourceMessage;
  flags: MailFlags;
  labels: string[];
  incoming: Omit<NewMessage, 'folderId'>;
};
type Batch = { prepared: Prepared[]; known: number; problems: SourceProblem[] };

/**
 * The batch size of one transaction: many messages share the cost of a commit, and others wait for the
 * mailbox for less than a second.
 */
const MESSAGES_A_BATCH = 400;
const BYTES_A_BATCH = 32 * 1024 * 1024;
/** Batches that are read and parsed while one is being stored. */
const BATCHES_AHEAD = 2;
const READ_AT_ONCE = 16;
/** The parser gets a copy of each. */
const PARSED_AT_HAND_BYTES = 256 * 1024;
/** Most of the time they wait for the disk. */
const KEPT_AT_ONCE = 48;

/**
 * Imports mail into a mailbox, ordered by date. Every message is identified by its place in the source and
 * its bytes, so an interrupted run continues with what is missing. CL-292: what an export of this mailbox wrote is known
 * by the message that it is a copy of, wherever that lies now.
 */
export async function importMail(
  deps: ImportDeps,
  mailboxId: number,
  source: MailSource,
  progress: (done: number) => void,
): Promise<ImportResult> {
  const result: ImportResult = { filed: 0, known: 0, problems: [...source.problems] };
  const folders = createFolderFinder(deps, mailboxId);
  const occurrences = createOccurrences(source.name);
  let done = 0;
  const batches = cutIntoBatches(source.messages);
  const prepare = (messages: SourceMessage[]) => prepareBatch(deps, mailboxId, source, messages, occurrences);
  for await (const { prepared, known, problems } of inOrderAhead(batches, BATCHES_AHEAD, prepare)) {
    const filed = await fileBatch(deps, mailboxId, folders, source, prepared);
    result.filed += filed.filed;
    result.known += known + filed.known;
    result.problems.push(...problems, ...filed.problems);
    done += prepared.length + known + problems.length;
    progress(done);
  }
  return result;
}

function* cutIntoBatches(messages: SourceMessage[]): Generator<SourceMessage[]> {
  let batch: SourceMessage[] = [];
  let bytes = 0;
  for (const message of messages) {
    if (batch.length === MESSAGES_A_BATCH || (batch.length > 0 && bytes + message.size > BYTES_A_BATCH)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(message);
    bytes += message.size;
  }
  if (batch.length > 0) yield batch;
}

/** Prefetches some items ahead of the requested one; nothing is in progress when it ends, even on failure. */
async function* inOrderAhead<Item, Result>(
  items: Iterator<Item>,
  ahead: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const underWay: Promise<Result>[] = [];
  try {
    for (;;) {
      while (underWay.length <= ahead) {
        const next = items.next();
        if (next.done) break;
        const started = work(next.value);
        // The failure is reported when its turn comes.
        started.catch(() => undefined);
        underWay.push(started);
      }
      const first = underWay.shift();
      if (first === undefined) return;
      yield await first;
    }
  } finally {
    await Promise.allSettled(underWay);
  }
}

async function prepareBatch(
  deps: ImportDeps,
  mailboxId: number,
  source: MailSource,
  messages: SourceMessage[],
  occurrences: (contentHash: string) => string,
): Promise<Batch> {
  const problems: SourceProblem[] = [];
  const copied = messages.flatMap(({ copyOf }) => copyOf ?? []);
  const there = await readKnownIds(deps.db, mailboxId, copied);
  const unknown = messages.filter(({ copyOf }) => copyOf == null || !there.has(copyOf));
  const read = await mapAtMost(READ_AT_ONCE, unknown, async (message) => {
    try {
      const { raw, flags, hash, labels = [] } = await source.read(message);
      return { message, raw, flags, labels, hash: hash ?? (await hashBytes(raw)) };
    } catch (error) {
      problems.push({ what: source.describe(message), reason: (error as Error).message });
      return null;
    }
  });
  const keyed = read
    .filter((found) => found !== null)
    .map((found) => ({
      ...found,
      key: importKey(found.message.name ?? occurrences(found.hash), found.hash),
    }));
  const known = await readKnownKeys(
    deps.db,
    mailboxId,
    keyed.map(({ key }) => key),
  );
  const fresh = keyed.filter(({ key }) => !known.has(key));
  const prepared = await mapAtMost(KEPT_AT_ONCE, fresh, async ({ message, raw, flags, labels, key }) => {
    const { blob, size, mail } = await keepAndParse(deps, wireForm(raw));
    const said = messageFromParsed(mail, message.receivedAt, { blob });
    // Receipt requests were handled by the other program.
    const receipt = null;
    const incoming = newMessage({ ...said, ...kept(message, flags), receipt, size, blob, deliveryKey: key });
    return { message, flags, labels, incoming };
  });
  return { prepared, known: messages.length - unknown.length + keyed.length - fresh.length, problems };
}

/**
 * Small messages are passed to the parser while they are stored: it need not read and decompress them again.
 */
async function keepAndParse({ blobs, parser }: ImportDeps, raw: Buffer) {
  if (raw.length > PARSED_AT_HAND_BYTES) {
    const { key: blob, size } = await blobs.put(raw);
    return { blob, size, mail: await parser.parse(blob, size) };
  }
  const [{ key: blob, size }, mail] = await Promise.all([blobs.put(raw), parser.parse(raw, raw.length)]);
  return { blob, size, mail };
}

/** Distinguishes messages with equal bytes: the n-th of the same bytes is the same one at every run. */
function createOccurrences(sourceName: string): (contentHash: string) => string {
  const seen = new Map<string, number>();
  return (contentHash) => {
    const before = seen.get(contentHash) ?? 0;
    seen.set(contentHash, before + 1);
    return `${sourceName} ${before}`;
  };
}

/** The key of an imported message (idempotency key). */
export function importKey(name: string, contentHash: string): string {
  return createHash('sha256').update(`import\0${name}\0${contentHash}`).digest('hex');
}

function kept({ receivedAt, place }: SourceMessage, flags: MailFlags) {
  return {
    receivedAt,
    unread: !flags.seen,
    starred: flags.flagged,
    answered: flags.answered,
    spoofed: flags.spoofed ?? false,
    draft: flags.draft || ('system' in place && place.system === 'Drafts'),
  };
}

type Filed = { filed: number; known: number; problems: SourceProblem[] };

async function fileBatch(
  deps: ImportDeps,
  mailboxId: number,
  folders: FolderFinder,
  source: MailSource,
  batch: Prepared[],
): Promise<Filed> {
  if (batch.length === 0) return { filed: 0, known: 0, problems: [] };
  try {
    const answers = await fileInFolders(deps, mailboxId, folders, batch);
    const filed = answers.filter((answer) => answer.filed).length;
    return { filed, known: answers.length - filed, problems: [] };
  } catch (error) {
    if (isDatabaseUnavailable(error) || isOverdue(error) || error instanceof BlobStoreFullError) throw error;
    const [first] = batch;
    if (batch.length === 1 && first) {
      const problem = { what: source.describe(first.message), reason: (error as Error).message };
      return { filed: 0, known: 0, problems: [problem] };
    }
    // One message that cannot be stored must not block the others.
    const middle = Math.ceil(batch.length / 2);
    const one = await fileBatch(deps, mailboxId, folders, source, batch.slice(0, middle));
    const other = await fileBatch(deps, mailboxId, folders, source, batch.slice(middle));
    return {
      filed: one.filed + other.filed,
      known: one.known + other.known,
      problems: [...one.problems, ...other.problems],
    };
  }
}

async function fileInFolders(deps: ImportDeps, mailboxId: number, folders: FolderFinder, batch: Prepared[]) {
  for (;;) {
    const messages: (NewMessage & { labels: string[] })[] = [];
    for (const { message, flags, labels, incoming } of batch) {
      const folderId = await folders.find(flags.deleted ? { system: 'Trash' } : message.place);
      messages.push({ ...incoming, folderId, labels });
    }
    const answers = await changeMailbox(deps, mailboxId, async (change) => {
      const ids = [...new Set(messages.map((message) => message.folderId))];
      // A user may delete a folder while mail is imported into it.
      if ((await missingFolders(change.tx, mailboxId, ids)).length > 0) return null;
      const names = messages.flatMap(({ labels }) => labels);
      const labelIds = names.length > 0 ? await ensureLabels(deps.clock, change, names) : null;
      const labelled = messages.map(({ labels, ...message }) =>
        labelIds ? { ...message, labelIds: labels.flatMap((name) => labelIds.get(name) ?? []) } : message,
      );
      return storeMessages(deps.clock, change, labelled, { announced: false, final: true });
    });
    if (answers) return answers;
    folders.forget();
  }
}
