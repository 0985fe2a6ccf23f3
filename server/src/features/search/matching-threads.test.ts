import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prng } from '../../demo-world/prng.ts';
import { fileMails, type MailGiven } from '../../test-kit/file-mail.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { type BulkWhere, matchingThreads } from './matching-threads.ts';

const NOW = Date.UTC(2026, 10, 20, 2) / 1000;
const THREADS = 120;
let server: TestServer;
let lanAnh: Awaited<ReturnType<TestServer['signIn']>>;
let mailbox: number;
let inbox: string;
let sent: string;

beforeAll(async () => {
  server = await startTestServer();
  lanAnh = await server.signIn('lan.anh@saomai.example');
  mailbox = await server.mailboxId('lan.anh@saomai.example');
  const { data } = await lanAnh.listFolders({});
  inbox = data.find((folder) => folder.name === 'INBOX')?.id as string;
  sent = data.find((folder) => folder.name === 'Sent')?.id as string;
  const random = prng('bulk');
  const mails: MailGiven[] = [];
  for (let n = 0; n < THREADS; n += 1) {
    for (let reply = 0; reply <= n % 3; reply += 1) {
      mails.push({
        subject: `Kho ${n}`,
        messageId: `${n}-${reply}@x.example`,
        references: reply === 0 ? [] : [`${n}-0@x.example`],
        receivedAt: NOW - random.int(0, 100) * 5 * 86_400,
        folder: reply === 2 ? 'Sent' : 'INBOX',
      });
    }
  }
  await fileMails(server.context, mailbox, mails);
});
afterAll(() => server.close());

type Hit = { threadId: string; folderId: string };

async function walk(
  where: BulkWhere,
  limit: number,
  act: (hits: Hit[]) => Promise<unknown>,
): Promise<string[]> {
  const pairs: string[] = [];
  let after: string | null = null;
  do {
    const { hits, next } = await matchingThreads(server.context.db, mailbox, where, after, limit);
    expect(hits.length).toBeLessThanOrEqual(limit);
    pairs.push(...hits.map((hit) => `${hit.threadId} ${hit.folderId}`));
    await act(hits);
    after = next;
  } while (after !== null);
  return pairs;
}

const inInbox = (hits: Hit[]) => hits.filter((hit) => hit.folderId === inbox).map((hit) => hit.threadId);
const PAIRS = THREADS + THREADS / 3;

describe('SB-12 all threads of a search', () => {
  test.each([{ q: 'kho' }, { size: 'over:0K' }, { term: 'kho', is_read: false }])(
    '%j come once a folder',
    async (where) => {
      const pairs = await walk(where, 7, async () => {});
      expect(pairs).toHaveLength(PAIRS);
      expect(new Set(pairs).size).toBe(PAIRS);
      expect(pairs.filter((pair) => pair.endsWith(sent))).toHaveLength(THREADS / 3);
      expect(await walk(where, 500, async () => {})).toHaveLength(PAIRS);
    },
  );

  test('come once while they are marked, moved and deleted on the way', async () => {
    const mark = (unread: boolean) => (hits: Hit[]) => {
      const ids = inInbox(hits);
      return ids.length === 0
        ? Promise.resolve()
        : lanAnh.markThreads({ body: { ids, folder_id: inbox, unread } });
    };
    const unread = await walk({ q: 'kho', is_read: false }, 11, mark(false));
    expect(new Set(unread).size).toBe(PAIRS);
    expect(unread).toHaveLength(PAIRS);
    const read = await walk({ q: 'kho is:read' }, 11, mark(true));
    expect(read).toHaveLength(THREADS);

    const arrived = await walk({ q: 'kho' }, 9, async (hits) => {
      const ids = inInbox(hits);
      if (ids.length > 0) await lanAnh.deleteThreads({ body: { ids, folder_id: inbox } });
      await fileMails(server.context, mailbox, [{ subject: 'Kho mới', receivedAt: NOW + 10 }]);
    });
    expect(arrived).toHaveLength(PAIRS);
    expect(new Set(arrived).size).toBe(PAIRS);
    const { meta } = await lanAnh.listThreads({ query: { in: 'Trash' } });
    expect(meta.total).toBe(THREADS);
  });

  test('an unknown folder is refused, and what can not match is empty', async () => {
    const { db } = server.context;
    await expect(matchingThreads(db, mailbox, { folder: 'nowhere' }, null, 10)).rejects.toMatchObject({
      code: 'folder_not_found',
    });
    expect(await matchingThreads(db, mailbox, { q: '!!!' }, null, 10)).toEqual({ hits: [], next: null });
    await expect(matchingThreads(db, mailbox, { q: 'kho' }, 'x', 10)).rejects.toMatchObject({
      code: 'invalid_cursor',
    });
  });
});
