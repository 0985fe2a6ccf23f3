import type { FetchOptions, FetchQueryObject } from 'imapflow';
import type { Clock } from '../../../platform/clock.ts';
import type { MailFlags } from '../mail-source.ts';
import { FetchingClient } from './fetching-client.ts';
import type { ListedFolder } from './plan-folders.ts';
import type { FetchAnswer } from './read-fetch-answer.ts';
import { readTags, type Tags } from './read-tags.ts';
import type { SourceAddress } from './source-address.ts';
import { asSourceError, type ImapError, SourceError, SourceRefusal } from './source-errors.ts';
import { SOURCE_LIMITS, type SourceLimits } from './source-limits.ts';
import { uidSet } from './uid-set.ts';

const MB = 1024 * 1024;
const WATCH_MS = 100;
const GOOGLE_ID = /^\d{1,20}$/;

export type FolderListing = {
  uidValidity: number;
  /** In ascending order. */
  uids: Uint32Array;
  /** How many more the server claims. */
  unlisted: number;
  /** Gmail's own id of each message, the same in all of its folders; null at other servers. */
  messageIds: ReadonlyMap<number, string> | null;
};

export type FetchedMessage = {
  uid: number;
  raw: Buffer;
  receivedAt: number | null;
  flags: MailFlags;
  tags: Tags;
};

/** The complete messages, and the error that ended the fetch early. */
export type Fetched = { messages: FetchedMessage[]; broke: SourceError | null };

export type ImapSource = {
  listFolders(): Promise<ListedFolder[]>;
  /** Opens the folder read-only and lists its messages. */
  openFolder(path: string): Promise<FolderListing>;
  /** Opens a listed folder again; returns its UIDVALIDITY. */
  reopenFolder(path: string): Promise<number>;
  /** In the open folder. */
  readSizes(uids: number[]): Promise<Map<number, number>>;
  /** In the open folder. */
  readTags(uids: number[]): Promise<Map<number, Tags>>;
  /** In the open folder; messages removed meanwhile are omitted. */
  fetchMessages(uids: number[], bytes: number): Promise<Fetched>;
  close(): Promise<void>;
};

/** Signs in at the other provider; whatever its server does is bounded in size and time. */
export async function openImapSource(
  { clock, largestMessage }: { clock: Clock; largestMessage: number },
  { host, port, user, protection }: SourceAddress,
  password: string,
  limits: SourceLimits = SOURCE_LIMITS,
): Promise<ImapSource> {
  // Announced sizes are approximate; a message that is too large after all is refused on arrival.
  const maxLiteralSize = 2 * largestMessage;
  const client = new FetchingClient({
    host,
    port,
    secure: protection === 'tls',
    doSTARTTLS: protection === 'tls' ? undefined : protection === 'starttls',
    auth: { user, pass: password },
    logger: false,
    clientInfo: { name: 'Bo Cau' },
    disableAutoIdle: true,
    // Decompression could not be bounded by the bytes received.
    disableCompression: true,
    connectionTimeout: limits.connectMs,
    greetingTimeout: limits.connectMs,
    // It is idle between commands while messages are stored; `ask` has its own timeout.
    socketTimeout: limits.quietMs,
    maxLiteralSize,
    maxLineLength: limits.lineBytes,
    maxResponseSize: maxLiteralSize + limits.lineBytes,
  });
  let broken: Error | null = null;
  client.on('error', (error: Error) => {
    broken ??= error;
  });

  /** Runs a command with limits of time and bytes. */
  async function ask<T>(what: string, mostBytes: number, question: () => Promise<T>): Promise<T> {
    const before = client.stats().received;
    let received = before;
    let silentMs = 0;
    const cut = (reason: string) => {
      broken ??= new Error(reason);
      client.close();
    };
    const deadline = clock.after(limits.answerMs, () => cut('it took too long'));
    const watch = clock.every(WATCH_MS, () => {
      const now = client.stats().received;
      silentMs = now === received ? silentMs + WATCH_MS : 0;
      received = now;
      if (received - before > mostBytes) cut('it became too long');
      if (silentMs >= limits.silentMs) cut('the server fell silent');
    });
    try {
      const answer = await question();
      // On a closed connection, imapflow may return an empty result.
      if (!client.usable) throw new Error('the line was closed');
      return answer;
    } catch (error) {
      throw asSourceError(error as ImapError, { broken, what, password });
    } finally {
      deadline.stop();
      watch.stop();
    }
  }

  async function fetch(
    range: string,
    query: FetchQueryObject,
    { most, ...options }: FetchOptions & { most: number },
    take: (message: FetchAnswer) => void,
  ): Promise<void> {
    let count = 0;
    const isTooMuch = () => count > most;
    try {
      await client.fetchEach(range, query, options, (message) => {
        count += 1;
        if (isTooMuch()) client.close();
        else take(message);
      });
    } catch (error) {
      if (!isTooMuch()) throw error;
    }
    if (isTooMuch()) throw new SourceError('The server answers more than it was asked', { lasting: true });
  }

  function open(path: string) {
    return ask('Opening a folder', MB, () => client.mailboxOpen(path, { readOnly: true }));
  }

  const isGoogle = () => client.capabilities.has('X-GM-EXT-1');
  const counts = new Map<string, number>();
  try {
    await ask('Signing in', MB, () => client.connect());
    // Otherwise imapflow requests a modseq with each message, and parses it.
    client.enabled.delete('CONDSTORE');
  } catch (error) {
    client.close();
    throw error;
  }

  return {
    async listFolders() {
      const listed = await ask('The list of folders', limits.listBytes, () =>
        client.list({ listOnly: true }),
      );
      if (listed.length > limits.folders) {
        throw new SourceError(`There are more than ${limits.folders} folders`, { lasting: true });
      }
      const { other, shared } = client.namespaces ?? {};
      const foreign = [...(other || []), ...(shared || [])].map(({ prefix }) => prefix).filter(Boolean);
      return listed
        .filter(({ path }) => !foreign.some((prefix) => path.startsWith(prefix)))
        .map(({ path, delimiter, flags }) => ({ path, delimiter: delimiter || null, flags }));
    },

    async openFolder(path) {
      const mailbox = await open(path);
      const { exists } = mailbox;
      counts.set(path, exists);
      if (counts.values().reduce((sum, count) => sum + count, 0) > limits.messages) {
        counts.delete(path);
        throw new SourceRefusal(`With it there are more than ${limits.messages} messages`);
      }
      const uids = new Set<number>();
      const messageIds = isGoogle() ? new Map<number, string>() : null;
      // Allows for messages that arrive meanwhile.
      const most = exists + 1_000;
      if (exists > 0) {
        await ask('The list of messages', most * limits.answerBytes, () =>
          fetch('1:*', { uid: true }, { uid: false, most }, ({ uid, emailId }) => {
            if (!isUid(uid)) return;
            uids.add(uid);
            if (emailId && GOOGLE_ID.test(emailId)) messageIds?.set(uid, copyOf(emailId));
          }),
        );
      }
      return {
        uidValidity: Number(mailbox.uidValidity),
        uids: Uint32Array.from(uids).sort(),
        unlisted: Math.max(0, exists - uids.size),
        messageIds,
      };
    },

    async reopenFolder(path) {
      return Number((await open(path)).uidValidity);
    },

    async readSizes(uids) {
      const sizes = new Map<number, number>();
      const most = uids.length + 1_000;
      await ask('The sizes of messages', most * limits.answerBytes, () =>
        fetch(uidSet(uids), { uid: true, size: true }, { uid: true, most }, ({ uid, size }) => {
          sizes.set(uid, size ?? 0);
        }),
      );
      return sizes;
    },

    async readTags(uids) {
      const tags = new Map<number, Tags>();
      const most = uids.length + 1_000;
      const query = { uid: true, flags: true, labels: isGoogle() };
      await ask('What messages are tagged with', most * limits.answerBytes, () =>
        fetch(uidSet(uids), query, { uid: true, most }, ({ uid, ...said }) => tags.set(uid, readTags(said))),
      );
      return tags;
    },

    async fetchMessages(uids, bytes) {
      const wanted = new Set(uids);
      const fetched: FetchedMessage[] = [];
      const query = { uid: true, flags: true, labels: isGoogle(), internalDate: true, source: true };
      const most = uids.length + 1_000;
      const mostBytes = bytes + maxLiteralSize + most * limits.answerBytes;
      const broke = await ask('A message', mostBytes, () =>
        fetch(uidSet(uids), query, { uid: true, most }, ({ uid, source, ...marks }) => {
          // Flag changes arrive between the responses.
          if (source && wanted.delete(uid))
            fetched.push({ uid, raw: source, ...readMarks(marks), tags: readTags(marks) });
        }),
      ).then(
        () => null,
        (error: Error) => {
          if (error instanceof SourceError) return error;
          throw error;
        },
      );
      return { messages: fetched, broke };
    },

    async close() {
      const timer = clock.after(2_000, () => client.close());
      await client.logout().catch(() => undefined);
      timer.stop();
      client.close();
    },
  };
}

/**
 * V8 represents substrings of 13 or more characters as slices that retain the whole string, and these are
 * stored for every message.
 */
function copyOf(id: string): string {
  return Buffer.from(id, 'latin1').toString('latin1');
}

function isUid(uid: number): boolean {
  return Number.isInteger(uid) && uid > 0 && uid < 2 ** 32;
}

function readMarks({ flags, internalDate }: Pick<FetchAnswer, 'flags' | 'internalDate'>) {
  const has = new Set([...(flags ?? [])].map((flag) => String(flag).toLowerCase()));
  const at = internalDate === undefined ? Number.NaN : new Date(internalDate).getTime();
  return {
    receivedAt: Number.isNaN(at) ? null : at / 1000,
    flags: {
      seen: has.has('\\seen'),
      flagged: has.has('\\flagged'),
      answered: has.has('\\answered'),
      draft: has.has('\\draft'),
      deleted: has.has('\\deleted'),
    },
  };
}
