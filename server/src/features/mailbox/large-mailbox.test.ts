import type { Thread } from '@bocau/contract/threads.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileMails } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { type RanStatement, watchPlans } from '../../test-kit/watch-plans.ts';
import { writeDraft } from '../../test-kit/write-mail.ts';

/** One large mailbox among many small ones: PostgreSQL expects of each what the average one has. */
const LARGE = 3_000;
const SMALL = 30;
const PAGE = 50;
/** A page of rows and what belongs to each of them; far less than the mailbox has. */
const FEW = 400;

let server: TestServer;
let an: NewPerson;
let ranSince: () => RanStatement[];

beforeAll(async () => {
  server = await startTestServer();
  an = await newPerson(server);
  const letters = Array.from({ length: LARGE }, (_, number) => ({
    subject: `Hợp đồng ${number}`,
    messageId: `thu-${number}@minhphat.example`,
  }));
  for (let at = 0; at < LARGE; at += 500) {
    await fileMails(server.context, an.mailbox, letters.slice(at, at + 500));
  }
  for (let number = 0; number < SMALL; number += 1) {
    const { mailbox } = await newPerson(server);
    await fileMails(server.context, mailbox, [{ subject: 'Một' }, { subject: 'Hai' }]);
  }
  await sql`vacuum analyze`.execute(server.context.db);
  ranSince = await watchPlans(server);
}, 120_000);
afterAll(() => server.close());

async function page(folder = 'INBOX'): Promise<Thread[]> {
  return (await an.client.listThreads({ query: { in: folder, limit: `${PAGE}` } })).data;
}

async function someIds(folder = 'INBOX'): Promise<string[]> {
  return (await page(folder)).slice(0, 3).map(({ id }) => id);
}

async function folderId(name: string): Promise<string> {
  const { data } = await an.client.listFolders({});
  return data.find((folder) => folder.name === name)?.id ?? '';
}

async function move(from: string, to: string): Promise<unknown> {
  const [from_folder_id, to_folder_id] = [await folderId(from), await folderId(to)];
  const body = [{ thread_ids: await someIds(from), from_folder_id, to_folder_id }];
  return an.client.moveThreads({ body });
}

const toOneself = () => writeDraft(an, [an.email]);

const acts: Record<string, () => Promise<unknown>> = {
  'the first page': page,
  'the page after it': async () => {
    const { meta } = await an.client.listThreads({ query: { in: 'INBOX', limit: `${PAGE}` } });
    return an.client.listThreads({ query: { in: 'INBOX', cursor: meta.next_cursor ?? '' } });
  },
  'the folders and their counts': () => an.client.listFolders({}),
  'opening a thread': async () =>
    an.client.getThread({ params: { id: (await someIds())[0] ?? '' }, query: { in: 'INBOX' } }),
  'a star': async () =>
    an.client.starThread({ params: { id: (await someIds())[0] ?? '' }, body: { starred: true } }),
  'the starred': () => an.client.listStarred({ query: {} }),
  'a mark': async () => an.client.markThreads({ body: { ids: await someIds(), unread: false } }),
  'a move': () => move('INBOX', 'Junk'),
  'taking out of Junk': async () => an.client.unspamThreads({ body: { ids: await someIds('Junk') } }),
  'a removal': async () =>
    an.client.deleteThreads({ body: { ids: await someIds(), folder_id: await folderId('INBOX') } }),
  'a restoring': async () => an.client.restoreThreads({ body: { ids: await someIds('Trash') } }),
  'a removal for good': async () => {
    await an.client.deleteThreads({ body: { ids: await someIds(), folder_id: await folderId('INBOX') } });
    return an.client.deleteMessagesForGood({ body: { thread_ids: await someIds('Trash'), folder: 'Trash' } });
  },
  'a draft': async () => {
    const { id } = await toOneself();
    return an.client.saveDraft({ params: { id }, body: { body: '<p>Chào anh</p>' } });
  },
  'sending, and the mail that comes of it': async () => {
    const { id } = await toOneself();
    await an.client.sendMail({ body: { msg_id: id } });
    await runJobsUntilIdle(server.context);
  },
  'a letter to a thread': () =>
    fileMails(server.context, an.mailbox, [
      { subject: 'Re: Hợp đồng 7', references: ['thu-7@minhphat.example'] },
    ]),
  'what has changed': async () => {
    const { data } = await an.client.getChanges({ query: {} });
    await an.client.starThread({ params: { id: (await someIds())[0] ?? '' }, body: { starred: true } });
    return an.client.getChanges({ query: { since: `${data.seq}` } });
  },
  'suggested recipients': () => an.client.suggestRecipients({ query: { search_text: 'kha' } }),
};

it.each(Object.entries(acts))('%s looks at few rows of a large mailbox', async (_what, act) => {
  ranSince();
  await act();
  const ran = ranSince();
  expect(ran.length).toBeGreaterThan(0);
  expect(ran.filter(({ mostRows }) => mostRows > FEW)).toEqual([]);
});
