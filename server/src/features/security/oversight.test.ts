import type { SignedIn } from '@bocau/contract/admin-sessions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit, endSession, listSessions, listSignIns } from '../../admin/oversight.ts';
import { lanAnh } from '../../demo-world/people.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { makeOwnThings } from '../../test-kit/own-things.ts';
import { signedInClient } from '../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { refusalOf } from '../../test-kit/write-mail.ts';

let server: TestServer;
let owner: NewPerson;
let stranger: NewPerson;
let person: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
  for (const name of ['congty.example', 'khac.example'])
    await server.context.db.insertInto('domains').values({ name, verified: true, created_at: 0 }).execute();
  owner = await newPerson(server, { domain: 'congty.example', kind: 'owner' });
  stranger = await newPerson(server, { domain: 'khac.example', kind: 'owner' });
  person = await newPerson(server, { domain: 'congty.example' });
});
afterAll(() => server.close());

const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;

async function run(command: typeof audit, ...args: string[]): Promise<string> {
  let said = '';
  const out = { write: (text: string) => (said += text) };
  await command.run({ context: server.context, args, out, err: out } as never);
  return said;
}

const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('LH-1 AU-6 an owner sees where their people are signed in, and ends one of the sessions', async () => {
  const laptop = await signedInClient(server.baseUrl, { email: person.email, password: lanAnh.password });
  const id = String(person.mailbox);
  const { data } = await owner.client.listSessionsOf({ params: { id } });
  expect(data).toHaveLength(2);
  expect(data[0]).toMatchObject({ protocol: 'api', address: '127.0.0.1', current: false });
  expect(await codeOf(stranger.client.listSessionsOf({ params: { id } }))).toBe('not_found');
  const mine = (await laptop.listSessions({})).data.find(({ current }) => current)?.id ?? '';
  const ending = { params: { id, session: mine } };
  expect(await codeOf(stranger.client.endSessionOf(ending))).toBe('not_found');
  await owner.client.endSessionOf(ending);
  expect(await codeOf(laptop.listSessions({}))).toBe('session_required');
  expect(await codeOf(owner.client.endSessionOf(ending))).toBe('not_found');
  const [left] = rowsOf(await run(listSessions, person.email, '--json'));
  expect(left).toMatchObject({ protocol: 'api', address: '127.0.0.1' });
  await run(endSession, person.email, String(left?.id));
  expect(await run(listSessions, person.email)).toBe('');
});

test('LH-1 AU-6 who is signed in is listed in pages, with app passwords, each owner their domain, and one is ended', async () => {
  const { mailbox, email } = person;
  const own = await makeOwnThings(server.context, mailbox);
  const pages: SignedIn[][] = [];
  let cursor: string | null = null;
  do {
    const query = { limit: '1', search: email.slice(0, -3), ...(cursor !== null && { cursor }) };
    const page: Awaited<ReturnType<typeof owner.client.listSignedIn>> = await owner.client.listSignedIn({
      query,
    });
    pages.push(page.data);
    cursor = page.meta.next_cursor;
  } while (cursor !== null);
  const found = pages.flat();
  expect(pages.every(({ length }) => length === 1)).toBe(true);
  expect(new Set(found.map((row) => row.person.email))).toEqual(new Set([email]));
  expect(found.map(({ created_at }) => created_at)).toEqual(
    found.map(({ created_at }) => created_at).sort((a, b) => b - a),
  );
  expect(found).toContainEqual(
    expect.objectContaining({ id: own.appPassword, kind: 'app_password', name: 'Thunderbird', address: '' }),
  );
  expect(found).toContainEqual(expect.objectContaining({ id: own.session, kind: 'session' }));
  const all = await owner.client.listSignedIn({ query: {} });
  expect(all.data).toContainEqual(
    expect.objectContaining({ current: true, method: 'password', address: '127.0.0.1' }),
  );
  expect(await codeOf(owner.client.listSignedIn({ query: { cursor: 'x' } }))).toBe('invalid_cursor');
  const theirs = (await stranger.client.listSignedIn({ query: {} })).data;
  expect(theirs.map((row) => row.person.email)).toEqual([stranger.email]);

  await owner.client.endSessionOf({ params: { id: String(mailbox), session: own.appPassword } });
  const domain = ['--domain', 'congty.example', '--json'];
  const left = rowsOf(await run(listSessions, '--search', email, ...domain));
  expect(left.map(({ id }) => id)).toEqual(found.map(({ id }) => id).filter((id) => id !== own.appPassword));
  await run(endSession, email, own.session);
});

test('LH-1 the history of sign-ins says whether, from where, with what and how, to who administers the person', async () => {
  const again = { email: person.email, password: 'sai' };
  await codeOf(person.client.login({ body: again }));
  const id = String(person.mailbox);
  const { data, meta } = await owner.client.listSignInsOf({ params: { id }, query: {} });
  expect(meta).toEqual({ page: 1, has_more: false });
  expect(new Set(data.map(({ outcome }) => outcome))).toEqual(new Set(['ok', 'wrong_password']));
  const failed = (await owner.client.listSignInsOf({ params: { id }, query: { only: 'failed' } })).data;
  expect(failed).toEqual([
    expect.objectContaining({ method: 'password', protocol: 'api', address: '127.0.0.1', times: 1 }),
  ]);
  const other = stranger.client.listSignInsOf({ params: { id }, query: {} });
  expect(await codeOf(other)).toBe('not_found');
  expect(rowsOf(await run(listSignIns, person.email, '--failed', '--json'))).toEqual([
    expect.objectContaining({ outcome: 'wrong_password', address: '127.0.0.1' }),
  ]);
});

test('AU-5 what administrators did is read by who, whom, what and when, in pages, each their own domain', async () => {
  const to = person.email;
  const { data } = await owner.client.listAudit({ query: { to } });
  expect(data).toMatchObject([
    { act: 'session_ended', by: 'command_line', from: '' },
    { act: 'app_password_revoked', by: 'person', before: 'Thunderbird' },
    { act: 'session_ended', by: 'command_line', from: '' },
    { act: 'session_ended', by: 'person', actor: owner.email, from: '127.0.0.1', to },
    { act: 'created' },
  ]);
  expect((await stranger.client.listAudit({ query: { to } })).data).toEqual([]);
  expect((await owner.client.listAudit({ query: { actor: owner.email } })).data).toHaveLength(2);
  const later = String(Math.floor(server.clock.now() / 1000) + 60);
  expect((await owner.client.listAudit({ query: { since: later } })).data).toEqual([]);
  expect(rowsOf(await run(audit, '--act', 'session_ended', '--to', to, '--json'))).toHaveLength(3);
  expect(rowsOf(await run(audit, '--domain', 'khac.example', '--json'))).toMatchObject([{ act: 'created' }]);
  expect(await run(audit, '--to', to, '--limit', '1', '--csv')).toMatch(/^at,actor,.*\n.*session_ended/);
  server.clock.pass(2 * 3_600_000);
  expect(await run(audit, '--to', to, '--within', '1h')).toBe('');
});

test('AU-5 AU-6 who is suspended is signed in nowhere, although the rows of their sessions stay', async () => {
  const suspended = await newPerson(server, { domain: 'congty.example' });
  const { mailbox } = suspended;
  const params = { id: String(mailbox) };
  expect((await owner.client.listSessionsOf({ params })).data).toHaveLength(1);
  const admin = await signedInClient(server.baseUrl, { email: owner.email, password: lanAnh.password });
  await admin.suspendPerson({ params });
  const { db } = server.context;
  expect(
    await db.selectFrom('sessions').select('id').where('mailbox_id', '=', mailbox).execute(),
  ).toHaveLength(1);
  expect((await owner.client.listSessionsOf({ params })).data).toEqual([]);
  expect(await run(listSessions, suspended.email)).toBe('');
});
