import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fileMail } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { createFolderCounts } from './folder-counts.ts';

let server: TestServer;
let an: NewPerson;
let folders: { inbox: string; archive: string };

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
  const { data } = await an.client.listFolders({});
  const called = (name: string) => data.find((folder) => folder.name === name)?.id as string;
  folders = { inbox: called('INBOX'), archive: called('Archive') };
  await fileMail(server.context, an.mailbox, { size: 100 });
});

/** Of nothing that a count could go by, so that only what is counted anew says so. */
async function changeUnseen(size: number): Promise<void> {
  await server.context.db
    .updateTable('message_state')
    .set({ size })
    .where('mailbox_id', '=', an.mailbox)
    .execute();
}

async function sizeOf(counts: ReturnType<typeof createFolderCounts>, folderId: string) {
  const [state] = await counts.read(server.context.db, an.mailbox, [folderId]);
  return state?.size;
}

test('a folder is counted once, and again when anything in it has changed', async () => {
  const counts = createFolderCounts();
  await fileMail(server.context, an.mailbox, { size: 100 });
  expect(await sizeOf(counts, folders.inbox)).toBe(200);
  await changeUnseen(1_000);
  expect(await sizeOf(counts, folders.inbox)).toBe(200);
  // Its own row is written anew, as all that is known of it; that of the other is not.
  const { data } = await an.client.listThreads({ query: { in: 'INBOX' } });
  const id = data[0]?.id as string;
  await an.client.starThread({ params: { id }, body: { starred: true } });
  expect(await sizeOf(counts, folders.inbox)).toBe(1_100);
  await an.client.moveThreads({
    body: [{ thread_ids: [id], from_folder_id: folders.inbox, to_folder_id: folders.archive }],
  });
  expect(await sizeOf(counts, folders.inbox)).toBe(1_000);
  expect(await sizeOf(counts, folders.archive)).toBe(100);
});

test('no more folders are kept than are allowed, those that were asked for last', async () => {
  const counts = createFolderCounts(1);
  await sizeOf(counts, folders.inbox);
  await changeUnseen(1_000);
  await sizeOf(counts, folders.archive);
  expect(await sizeOf(counts, folders.inbox)).toBe(1_000);
});
