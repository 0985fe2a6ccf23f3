import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lanAnh } from '../demo-world/people.ts';
import { type NewPerson, newPerson } from '../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import type { Command } from './command.ts';
import { listGroups, showGroup } from './groups.ts';

const DOMAIN = 'saomai.example';
let server: TestServer;
let an: NewPerson;
let sales: string;

beforeAll(async () => {
  server = await startTestServer();
  an = await newPerson(server);
  const owner = await server.signIn(lanAnh.email);
  const body = { local: 'kinhdoanh', name: 'Kinh doanh', writers: 'named', named: ['hung@doitac.example'] };
  sales = (await owner.addGroup({ params: { domain: DOMAIN }, body: body as never })).data.email;
  const params = { domain: DOMAIN, group: sales };
  await owner.addGroupMembers({ params, body: { emails: [an.email, 'ngoai@nha.example'] } });
  await owner.changeGroup({ params, body: { strangers: 'held', keepers: [an.email] } });
  const { db } = server.context;
  await sql`update group_members set suspended_at = 1764000000 where address = 'ngoai@nha.example'`.execute(
    db,
  );
  await sql`
    insert into group_held (id, group_id, delivery_key, blob, size, envelope_sender, author, author_name, subject,
      proven, client, facts, received_at)
    select gen_random_uuid(), id, '\\x01', '\\x02', 1, 'la@x.example', 'la@x.example', 'Lạ', 'Bí mật', false, 'smtp', '{}',
      1764000000
    from groups where address = ${sales}`.execute(db);
});
afterAll(() => server.close());

async function printed(command: Command, ...args: string[]): Promise<string> {
  let said = '';
  const out = { write: (text: string) => (said += text) };
  expect(await command.run({ context: server.context, args, out, err: out })).toBe(0);
  return said;
}

test('GR-62 operators list groups with what waits for their keepers, as text, JSON and CSV', async () => {
  const rows = (await printed(listGroups, '--domain', DOMAIN, '--json')).trim().split('\n');
  expect(rows.map((row) => JSON.parse(row)).find(({ email }) => email === sales)).toEqual({
    email: sales,
    name: 'Kinh doanh',
    domain: DOMAIN,
    writers: 'named',
    strangers: 'held',
    joining: 'nobody',
    leaving: true,
    seen_by: 'keepers',
    keepers: [an.email],
    members: 2,
    suspended: 1,
    held: 1,
    held_since: '2025-11-24T16:00:00Z',
    distributing: 0,
    created: expect.any(String),
  });
  expect((await printed(listGroups)).split('\n')[0]).toMatch(/^email\tname\tdomain\twriters/);
  expect(await printed(listGroups, '--csv')).toContain(`\n${sales},Kinh doanh,${DOMAIN},named,held`);
  await expect(printed(listGroups, '--domain', 'xa.example')).rejects.toThrow(
    'There is no domain xa.example',
  );
});

test('GR-62 one group is shown with its members and held messages, and with nothing of what these say', async () => {
  const text = await printed(showGroup, sales.toUpperCase());
  for (const line of [
    `domain=${DOMAIN}`,
    'writers=named',
    'named=hung@doitac.example',
    `keepers=${an.email}`,
    'held=1',
    `member ${an.email}  person`,
    'member ngoai@nha.example  outside  nothing is sent since 2025-11-24T16:00:00Z',
  ]) {
    expect(text).toContain(`${line}\n`);
  }
  expect(text).toMatch(/\nheld [0-9a-f-]{36} {2}from la@x\.example {2}since 2025-11-24T16:00:00Z\n$/);
  const json = await printed(showGroup, sales, '--json');
  expect(JSON.parse(json)).toMatchObject({
    members: 2,
    member_list: [
      { email: 'ngoai@nha.example', kind: 'outside', suspended: '2025-11-24T16:00:00Z' },
      { email: an.email, kind: 'person', suspended: null },
    ],
    held_list: [{ from: 'la@x.example', since: '2025-11-24T16:00:00Z' }],
  });
  expect(text + json).not.toContain('Bí mật');
  await expect(printed(showGroup, `khong.${sales}`)).rejects.toThrow('There is no group');
});
