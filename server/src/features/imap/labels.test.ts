import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { recount } from '../../mail/mailbox/recount.ts';
import { fileMails } from '../../test-kit/file-mail.ts';
import { connectImap, type ImapClient } from '../../test-kit/imap-client.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let an: NewPerson;
let program: ImapClient;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,imap' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
  program = await connectImap({ port: server.running.imapPort as number });
  await program.command(`LOGIN "${an.email}" "${lanAnh.password}"`);
});

const said = async (command: string) => (await program.command(command)).untagged;
const make = async (name: string, keyword?: string) =>
  (await an.client.createLabel({ body: { name, color: 'green', keyword } })).data;
const fetched = async (number: number) =>
  /FLAGS \(([^)]*)\)/.exec((await said(`FETCH ${number} FLAGS`)).join())?.[1];
const modseqOf = async (number: number) =>
  Number(/MODSEQ \((\d+)\)/.exec((await said(`FETCH ${number} MODSEQ`)).join())?.[1]);

async function labelsOf(id: string): Promise<string[]> {
  return (await an.client.getMessage({ params: { id }, query: {} })).data.label_ids ?? [];
}

test('LB-11 a program sees labels as keywords, sets and removes them, and finds messages by them', async () => {
  const khach = await make('Khách');
  for (const name of ['Hai', 'Ba', 'Bốn', 'Năm']) await make(name);
  const gap = await make('Gấp quá');
  const [one, two] = (await fileMails(server.context, an.mailbox, [
    { subject: 'Một', receivedAt: 1000 },
    { subject: 'Hai', receivedAt: 2000 },
  ])) as [string, string];
  const opened = await said('SELECT INBOX');
  expect(opened[0]).toContain('$label1 $label2 $label3 $label4 $label5 gap-qua)');
  expect(opened[1]).toMatch(/PERMANENTFLAGS \(.*\$label1 .*gap-qua \\\*\)/);

  const before = await modseqOf(1);
  await an.client.labelMessages({ body: { ids: [one], add: [khach.id, gap.id], remove: [] } });
  expect((await said('NOOP')).join()).toContain('FETCH (UID 1 FLAGS ($label1 gap-qua)');
  expect(await modseqOf(1)).toBeGreaterThan(before);
  expect(await said('SEARCH KEYWORD GAP-QUA')).toEqual(['* SEARCH 1']);
  expect(await said('SEARCH UNKEYWORD $Label1')).toEqual(['* SEARCH 2']);

  await said('STORE 2 +FLAGS ($LABEL1 $Work)');
  expect(await labelsOf(two)).toEqual([khach.id]);
  expect(await fetched(2)).toBe('$Work $label1');
  const { data: listed } = await an.client.listThreads({ query: { label: khach.id } });
  expect(listed.map(({ subject }) => subject)).toEqual(['Hai', 'Một']);
  await said('STORE 1:2 -FLAGS ($label1)');
  expect(await labelsOf(one)).toEqual([gap.id]);
  expect(await labelsOf(two)).toEqual([]);
  await said('STORE 1:2 FLAGS ($label1 Riêng)');
  await said('STORE 1 FLAGS (\\Flagged $label2)');
  expect(await fetched(1)).toBe('\\Flagged $label2');
  await an.client.changeLabel({ params: { id: gap.id }, body: { name: 'Thong thả' } });
  await an.client.labelMessages({ body: { ids: [one], add: [gap.id], remove: [] } });
  expect(await fetched(1)).toBe('\\Flagged $label2 gap-qua');
  await an.client.deleteLabel({ params: { id: gap.id } });
  expect(await fetched(1)).toBe('\\Flagged $label2');
  expect(await recount(server.context.db, an.mailbox)).toEqual([]);
});

test('LB-11 what a program brings, copies and moves has its labels', async () => {
  const khach = await make('Khách');
  const raw = 'From: a@b.example\r\nSubject: Mang theo\r\n\r\nChào\r\n';
  await program.commandWith('APPEND INBOX ($label1 $Work)', raw);
  await said('SELECT INBOX');
  expect(await fetched(1)).toBe('$Work $label1');
  expect((await program.command('COPY 1 Archive')).result).toMatch(/^OK/);
  expect((await program.command('MOVE 1 Archive')).result).toMatch(/^OK/);
  await said('SELECT Archive');
  expect([await fetched(1), await fetched(2)]).toEqual(['$Work $label1', '$Work $label1']);
  const { meta } = await an.client.listThreads({ query: { label: khach.id } });
  expect(meta.total).toBeGreaterThan(0);
  expect(await recount(server.context.db, an.mailbox)).toEqual([]);
});

test('LB-12 a keyword of programs becomes a label when the person says so, and no other does', async () => {
  const ids = await fileMails(server.context, an.mailbox, [
    { subject: 'Một', receivedAt: 1000 },
    { subject: 'Hai', receivedAt: 2000 },
    { subject: 'Ba', receivedAt: 3000 },
  ]);
  await said('SELECT INBOX');
  await said('STORE 1:2 +FLAGS (Project-X $Forwarded)');
  await said('STORE 3 +FLAGS ($label1)');
  expect((await an.client.listKeywords({})).data).toEqual([
    { keyword: 'Project-X', messages: 2 },
    { keyword: '$label1', messages: 1 },
  ]);
  // Nobody asked for what a program has called so.
  expect((await make('Khác')).keyword).toBe('$label2');
  const project = await make('Dự án X', 'project-x');
  await runJobsUntilIdle(server.context);
  expect(await labelsOf(ids[0] as string)).toEqual([project.id]);
  expect(await fetched(2)).toBe('$Forwarded project-x');
  expect((await an.client.listLabels({})).data.find(({ id }) => id === project.id)?.total).toBe(2);
  expect((await an.client.listKeywords({})).data).toEqual([{ keyword: '$label1', messages: 1 }]);
  await expect(make('Lại nữa', 'PROJECT-X')).rejects.toMatchObject({
    code: 'invalid_input',
    details: { fields: [{ field: 'keyword' }] },
  });
  await expect(make('Có dấu', 'dự án')).rejects.toMatchObject({ code: 'invalid_input' });
  expect(await recount(server.context.db, an.mailbox)).toEqual([]);
});
