import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { fileMails } from './test-kit/file-mail.ts';
import { startTestServer, type TestServer } from './test-kit/start-server.ts';

const LAN_ANH = 'lan.anh@saomai.example';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const given = ['Báo giá', 'Hợp đồng', 'Lịch họp'].map((subject) => ({ subject }));
  await fileMails(server.context, await server.mailboxId(LAN_ANH), given);
});
afterAll(() => server.close());

test('one call opens a mailbox: it answers what each of its calls would have answered', async () => {
  const client = await server.signIn(LAN_ANH);
  const { data: start } = await client.getStart({ query: { in: 'INBOX', limit: '2', offset: '1' } });
  expect(start).toEqual({
    getUserInfo: await client.getUserInfo({}),
    getChanges: await client.getChanges({ query: {} }),
    getSettings: await client.getSettings({}),
    listFolders: await client.listFolders({}),
    listLabels: await client.listLabels({}),
    listThreads: await client.listThreads({ query: { in: 'INBOX', limit: '2', offset: '1' } }),
  });
  expect(start.listThreads?.data.map(({ subject }) => subject)).toHaveLength(2);
});

test('it opens with the starred list, too, and where the address names no folder of this mailbox', async () => {
  const client = await server.signIn(LAN_ANH);
  const starred = await client.getStart({ query: { in: 'Starred', limit: '2' } });
  expect(starred.data.listThreads).toEqual(await client.listStarred({ query: { limit: '2' } }));
  const { data } = await client.getStart({ query: { in: 'Nowhere', limit: '2' } });
  expect([data.listThreads, data.getUserInfo.data.email]).toEqual([null, LAN_ANH]);
});

test('AU-7 it opens the mailbox without a list where the folder is that of another one', async () => {
  const [theirs] = (await (await server.signIn(LAN_ANH)).listFolders({})).data;
  const client = await server.signIn('minh.tran@saomai.example');
  const { data } = await client.getStart({ query: { in: theirs?.id ?? '', limit: '2' } });
  expect([data.listThreads, data.getUserInfo.data.email]).toEqual([null, 'minh.tran@saomai.example']);
});

test('the start tells the pages of whoever runs the installation, and nothing where none are set', async () => {
  const links = {
    FEEDBACK_ADDRESS: 'gop-y@saomai.example',
    PROVIDER_URL: 'https://www.saomai.example/',
    HELP_URL: 'https://help.saomai.example/',
    MEETING_URL: 'https://hop.saomai.example/{id}?lang=vi',
  };
  const told = await startTestServer({ env: links });
  onTestFinished(() => told.close());
  const startOf = async (one: TestServer) =>
    (await (await one.signIn(LAN_ANH)).getStart({ query: { in: 'INBOX', limit: '2' } })).data.getUserInfo
      .data;
  expect((await startOf(told)).links).toEqual({
    feedback: links.FEEDBACK_ADDRESS,
    provider: links.PROVIDER_URL,
    help: links.HELP_URL,
    meeting: links.MEETING_URL,
  });
  expect((await startOf(server)).links).toEqual({});
});
