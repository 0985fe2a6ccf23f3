import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileMail } from '../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import type { Command } from './command.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';

let server: TestServer;
let dir: string;
let before: NewPerson;
let after: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
  dir = await mkdtemp(join(tmpdir(), 'bocau-beside-'));
  [before, after] = [await newPerson(server), await newPerson(server)];
});
afterAll(async () => {
  await server.close();
  await rm(dir, { recursive: true, force: true });
});

async function run(command: Command, ...args: string[]): Promise<{ code: number; said: string }> {
  let said = '';
  const say = { write: (text: string) => (said += text) };
  const code = await command.run({ context: server.context, args, out: say, err: say });
  return { code, said };
}

test('CL-292 an export of a mailbox is imported with its contacts, calendars and tasks, and once', async () => {
  const { client } = before;
  await fileMail(server.context, before.mailbox, { subject: 'Một' });
  const at = (clock: string) => ({ day: '2026-12-01', clock, zone: 'Asia/Ho_Chi_Minh' });
  const { data: work } = await client.createCalendar({ body: { name: 'Nhóm: A/B', color: '#0b8043' } });
  const fields = { title: 'Giao ban', start: at('09:00'), end: at('10:00') };
  await client.createEvent({ body: { fields: { ...fields, rule: 'FREQ=DAILY;COUNT=3' } } });
  await client.createEvent({ body: { calendar_id: work.id, fields: { ...fields, title: 'Chốt giá' } } });
  await client.createTask({ body: { fields: { title: 'Gửi báo giá' } } });
  const { data: book } = await client.createContactBook({ body: { name: 'Khách: Hà Nội' } });
  const phones = [{ label: 'work', value: '0912 345 678' }];
  for (const full_name of ['Trần Bảo', 'Lê Hoa'])
    await client.createContact({ body: { book_id: book.id, fields: { full_name, phones } } });
  const out = join(dir, 'out');
  expect((await run(exportCommand, before.email, '--out', out)).code).toBe(0);

  const first = await run(importCommand, after.email, '--maildir', out);
  expect(first).toEqual({ code: 0, said: expect.any(String) });
  expect(first.said).toContain(`Imported 2 contacts into 2 books of ${after.email}.`);
  expect(first.said).toContain(`Imported 3 events and tasks into 2 calendars of ${after.email}.`);
  const query = { from: '2026-12-01', to: '2026-12-31', zone: 'Asia/Ho_Chi_Minh' };
  const titles = async () => (await after.client.listEvents({ query })).data.map(({ title }) => title).sort();
  const came = ['Chốt giá', 'Giao ban', 'Giao ban', 'Giao ban'];
  expect(await titles()).toEqual(came);
  expect((await after.client.listCalendars({})).data.map(({ name }) => name)).toContain('Nhóm: A/B');

  const again = await run(importCommand, after.email, '--maildir', out);
  expect(again.said).toContain(`Imported 0 contacts into 2 books of ${after.email}, 2 were there already.`);
  expect(again.said).toContain(
    `Imported 0 events and tasks into 2 calendars of ${after.email}, 3 were there already.`,
  );
  expect(await titles()).toEqual(came);
  const rows = await server.context.db
    .selectFrom('calendar_objects')
    .select('component')
    .where('mailbox_id', '=', after.mailbox)
    .execute();
  expect(rows.map(({ component }) => component).sort()).toEqual(['event', 'event', 'task']);
});
