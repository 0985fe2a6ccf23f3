import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recount } from '../../mail/mailbox/recount.ts';
import { fileMail } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn, refusalOf, writeDraft } from '../../test-kit/write-mail.ts';

let server: TestServer;
let an: NewPerson;
let binh: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
  binh = await newPerson(server);
  return async () => expect(await recount(server.context.db, an.mailbox)).toEqual([]);
});

const HOUR = 3600;
const seconds = () => Math.floor(server.clock.now() / 1000);
const folderId = async (name: string) => (await an.client.getFolderByName({ query: { name } })).data.id;
const list = async (name: string) => (await an.client.listThreads({ query: { in: name } })).data;
const idsIn = async (name: string) => (await list(name)).map(({ id }) => id);

/** A message in a folder, and a draft that answers it. */
async function answer(folder = 'INBOX', to = [binh.email]) {
  server.clock.pass(1000);
  await fileMail(server.context, an.mailbox, { from: 'khach@minhphat.example', folder, unread: false });
  const [message] = await mailIn(an, folder);
  const draft = await writeDraft(an, to, { answers: message?.id as string, action: 'reply' });
  return { thread: message?.thread_id as string, draft: draft.id };
}

type Aside = { to: 'archive' } | { to: 'later'; until: number | null };

const send = (msg_id: string, set_aside: Aside) =>
  an.client.sendMail({ body: { msg_id, async: true, delay: 10, set_aside } });

async function leave(): Promise<void> {
  server.clock.pass(11_000);
  await runJobsUntilIdle(server.context);
}

test('PM-9 archives the conversation with the send, and undoing the send puts it back', async () => {
  const { thread, draft } = await answer();
  await send(draft, { to: 'archive' });
  expect(await idsIn('INBOX')).toEqual([]);
  expect(await idsIn('Archive')).toEqual([thread]);
  await send(draft, { to: 'archive' });
  await an.client.undoSendMail({ body: { msg_id: draft } });
  expect(await idsIn('INBOX')).toEqual([thread]);
  expect(await idsIn('Archive')).toEqual([]);
  await send(draft, { to: 'archive' });
  await leave();
  expect(await idsIn('Archive')).toEqual([thread]);
  expect((await list('Sent')).map(({ id }) => id)).toEqual([thread]);
});

test('PM-9 snoozes it, which the leaving answer does not end', async () => {
  const { thread, draft } = await answer();
  const until = seconds() + 5 * HOUR;
  await send(draft, { to: 'later', until });
  expect(await list('Snoozed')).toMatchObject([{ id: thread, snoozed_until: until }]);
  await an.client.undoSendMail({ body: { msg_id: draft } });
  expect(await idsIn('INBOX')).toEqual([thread]);
  expect(await idsIn('Snoozed')).toEqual([]);
  await send(draft, { to: 'later', until });
  await leave();
  expect(await idsIn('Snoozed')).toEqual([thread]);
  server.clock.set(until * 1000);
  await runJobsUntilIdle(server.context);
  expect(await idsIn('INBOX')).toContain(thread);
});

test('PM-9 a snoozed conversation gets another time', async () => {
  const { thread, draft } = await answer();
  const first = seconds() + HOUR;
  await an.client.snoozeThreads({
    body: { ids: [thread], folder_id: await folderId('INBOX'), until: first },
  });
  await send(draft, { to: 'later', until: first + HOUR });
  expect(await list('Snoozed')).toMatchObject([{ id: thread, snoozed_until: first + HOUR }]);
  await leave();
  expect(await idsIn('Snoozed')).toEqual([thread]);
});

test('PM-10 a send that is refused leaves the conversation where it is', async () => {
  const { thread, draft } = await answer('INBOX', []);
  expect(await refusalOf(send(draft, { to: 'archive' }))).toMatchObject({ code: 'no_recipient' });
  const other = await answer();
  expect(await refusalOf(send(other.draft, { to: 'later', until: seconds() - 1 }))).toMatchObject({
    code: 'invalid_input',
  });
  expect((await idsIn('INBOX')).sort()).toEqual([thread, other.thread].sort());
  expect(await idsIn('Drafts')).toContain(other.thread);
});

test('PM-10 a send that reaches nobody brings it back, unless somebody has moved it since', async () => {
  const [one, two] = [
    await answer('INBOX', ['ai@nowhere.invalid']),
    await answer('INBOX', ['ai@nowhere.invalid']),
  ];
  await send(one.draft, { to: 'archive' });
  await send(two.draft, { to: 'archive' });
  const group = {
    thread_ids: [two.thread],
    from_folder_id: await folderId('Archive'),
    to_folder_id: await folderId('Trash'),
  };
  await an.client.moveThreads({ body: [group] });
  await leave();
  const failed = (await list('Drafts')).filter(({ status }) => status === 'sending_failed');
  expect(failed).toHaveLength(2);
  expect(await idsIn('INBOX')).toContain(one.thread);
  expect(await idsIn('Trash')).toEqual([two.thread]);
});

test('PM-9 what is archived stays there, and a message that answers none moves nothing', async () => {
  const { thread, draft } = await answer('Archive');
  await send(draft, { to: 'archive' });
  expect(await idsIn('Archive')).toEqual([thread]);
  const fresh = await writeDraft(an, [binh.email]);
  await send(fresh.id, { to: 'archive' });
  await leave();
  expect(await idsIn('Archive')).toEqual([thread]);
});

test('PM-9 two devices that send and take back end with all of it or nothing', async () => {
  const { thread, draft } = await answer();
  await Promise.allSettled([
    send(draft, { to: 'archive' }),
    send(draft, { to: 'archive' }),
    an.client.undoSendMail({ body: { msg_id: draft } }),
  ]);
  // Which of two sends is the later one is not known while the clock stands: what counts is whether it left.
  await leave();
  const { draft: left } = (await an.client.getMessage({ params: { id: draft }, query: {} })).data;
  expect(await idsIn(left === null ? 'Archive' : 'INBOX')).toEqual([thread]);
});
