import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fileMails } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

/** What rspamd was told to learn, by the subject of each message. */
let learned: { kind: string; subject: string }[] = [];
let passwords = new Set<IncomingMessage['headers'][string]>();
let status = 200;
let server: TestServer;
let person: NewPerson;
let folders: Record<'INBOX' | 'Junk' | 'Trash' | 'Sent', string>;
let counter = 0;

const controller = createServer(async (request, response) => {
  const body = (await request.toArray()).join('');
  passwords.add(request.headers.password);
  const subject = /^Subject: (.*)\r$/m.exec(body)?.[1] ?? '';
  learned.push({ kind: (request.url ?? '').replace('/learn', ''), subject });
  response.statusCode = status;
  response.end('{}');
});

beforeAll(async () => {
  await new Promise<void>((resolve) => controller.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(controller.address() as AddressInfo).port}`;
  server = await startTestServer({
    env: { RSPAMD: url, RSPAMD_CONTROLLER: url, RSPAMD_PASSWORD: 'hush' },
  });
  person = await newPerson(server);
  const found = ['INBOX', 'Junk', 'Trash', 'Sent'].map(
    async (name) => [name, (await person.client.getFolderByName({ query: { name } })).data.id] as const,
  );
  folders = Object.fromEntries(await Promise.all(found)) as typeof folders;
});
afterAll(async () => {
  await server.close();
  controller.close();
});
beforeEach(() => {
  learned = [];
  passwords = new Set();
  status = 200;
});

/** Threads of one message each in a folder. */
async function threadsIn(folder: keyof typeof folders, many = 1) {
  const given = Array.from({ length: many }, () => {
    counter += 1;
    return { folder, subject: `m${counter}`, messageId: `m${counter}@away.example` };
  });
  const ids = await fileMails(server.context, person.mailbox, given);
  const { db } = server.context;
  const rows = await db
    .selectFrom('messages')
    .select('thread_id')
    .where('mailbox_id', '=', person.mailbox)
    .where('id', 'in', ids)
    .execute();
  return { threads: rows.map(({ thread_id }) => thread_id), subjects: given.map(({ subject }) => subject) };
}

async function move(thread_ids: string[], from: keyof typeof folders, to: keyof typeof folders) {
  const group = { thread_ids, from_folder_id: folders[from], to_folder_id: folders[to] };
  await person.client.moveThreads({ body: [group] });
}

test('what is moved into Junk is learned as spam, and as ham when that is undone', async () => {
  const { threads, subjects } = await threadsIn('INBOX');
  await move(threads, 'INBOX', 'Junk');
  expect(learned).toEqual([]);
  await runJobsUntilIdle(server.context);
  await move(threads, 'Junk', 'INBOX');
  await runJobsUntilIdle(server.context);
  expect(learned).toEqual([
    { kind: 'spam', subject: subjects[0] },
    { kind: 'ham', subject: subjects[0] },
  ]);
  expect([...passwords]).toEqual(['hush']);
});

test('"Not spam" is learned as ham; what was undone meanwhile is never learned as spam', async () => {
  const mistaken = await threadsIn('Junk');
  await person.client.unspamThreads({ body: { ids: mistaken.threads } });
  const undone = await threadsIn('INBOX');
  await move(undone.threads, 'INBOX', 'Junk');
  await move(undone.threads, 'Junk', 'INBOX');
  await runJobsUntilIdle(server.context);
  expect(new Set(learned.map(({ kind }) => kind))).toEqual(new Set(['ham']));
  expect(learned[0]?.subject).toBe(mistaken.subjects[0]);
});

test('what goes to Trash or was sent from here teaches nothing', async () => {
  const { threads } = await threadsIn('INBOX');
  await move(threads, 'INBOX', 'Trash');
  const sent = await threadsIn('Sent');
  await move(sent.threads, 'Sent', 'Junk');
  await runJobsUntilIdle(server.context);
  expect(learned).toEqual([]);
});

test('an act on many messages teaches from twenty, and its undo takes back these', async () => {
  await threadsIn('INBOX', 30);
  const { data: job } = await person.client.startBulk({ body: { action: 'spam', where: { in: 'INBOX' } } });
  await runJobsUntilIdle(server.context);
  expect(learned).toHaveLength(20);
  const spam = learned.map(({ subject }) => subject).sort();
  expect(learned.every(({ kind }) => kind === 'spam')).toBe(true);
  learned = [];
  await person.client.undoBulk({ params: { id: job.id } });
  await runJobsUntilIdle(server.context);
  expect(learned.every(({ kind }) => kind === 'ham')).toBe(true);
  expect(learned.map(({ subject }) => subject).sort()).toEqual(spam);
});

test('what rspamd has learned before is no failure, and keeps nothing else from being learned', async () => {
  status = 404;
  const { threads } = await threadsIn('INBOX', 3);
  await move(threads, 'INBOX', 'Junk');
  await runJobsUntilIdle(server.context);
  expect(learned).toHaveLength(3);
});

test('a controller that fails is asked four times, and the message is dropped with a count', async () => {
  status = 500;
  const { threads } = await threadsIn('INBOX');
  await move(threads, 'INBOX', 'Junk');
  await runJobsUntilIdle(server.context, { retry: true });
  expect(learned).toHaveLength(4);
  const { values } = await server.context.metrics.spamTraining.get();
  expect(values.find(({ labels }) => labels.outcome === 'dropped')?.value).toBe(1);
});
