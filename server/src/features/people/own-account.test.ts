import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { commandLine } from '../../admin/command-line-actor.ts';
import { setUser } from '../../admin/set-user.ts';
import { addToken } from '../../admin/token.ts';
import { lanAnh } from '../../demo-world/people.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { type SignedInClient, signedInClient } from '../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { changePerson } from './change-person.ts';

let server: TestServer;
let owner: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  // Just signed in: the proof is fresh.
  owner = await newPerson(server, { kind: 'owner' });
});

const idOf = ({ mailbox }: NewPerson) => ({ id: String(mailbox) });
const signIn = ({ email }: NewPerson) => signedInClient(server.baseUrl, { email, password: lanAnh.password });

/** The session continues as if it had passed the second step. */
async function haveTwoStep({ mailbox }: NewPerson): Promise<void> {
  const { db } = server.context;
  await sql`insert into second_steps (mailbox_id, totp_secret, since)
    values (${mailbox}, ${Buffer.from('x')}, 1)`.execute(db);
  await sql`insert into recovery_codes (mailbox_id, code_hash, created_at)
    values (${mailbox}, ${Buffer.from(String(mailbox))}, 1)`.execute(db);
}

/** The credentials, the sessions, and the audit log. */
async function stateOf({ mailbox }: NewPerson) {
  const { rows } = await sql<Record<string, unknown>>`
    select (select password_hash from mailboxes where id = ${mailbox}) as password,
      (select count(*)::int from second_steps where mailbox_id = ${mailbox}) as steps,
      (select count(*)::int from recovery_codes where mailbox_id = ${mailbox}) as codes,
      (select count(*)::int from reset_links where mailbox_id = ${mailbox}) as links,
      (select count(*)::int from sessions where mailbox_id = ${mailbox}) as sessions,
      (select count(*)::int from security_events where mailbox_id = ${mailbox}) as events,
      (select count(*)::int from audit_log where person_mailbox_id = ${mailbox}) as acts`.execute(
    server.context.db,
  );
  return rows[0];
}

const linkAndOff = (client: SignedInClient, params: { id: string }) => {
  const off = { params, body: { two_step: false } } as const;
  return [
    () => client.makePasswordLink({ params }),
    () => client.makeAnyPasswordLink({ params }),
    () => client.changePerson(off),
    () => client.changeAnyPerson(off),
    () => client.changePerson({ params, body: { ...off.body, fullname: 'Tên khác' } }),
  ];
};

test('PW-3 TF-1 an owner gets past the own password and second step by no way to people', async () => {
  await haveTwoStep(owner);
  const { client } = owner;
  const before = await stateOf(owner);
  for (const act of linkAndOff(client, idOf(owner))) {
    await expect(act()).rejects.toMatchObject({ status: 409, code: 'own_account' });
  }
  expect(await stateOf(owner)).toEqual(before);
  // Changes that give no one access are allowed.
  const { data } = await client.changePerson({ params: idOf(owner), body: { fullname: 'Tên mới' } });
  expect(data.fullname).toBe('Tên mới');
});

test('PW-3 TF-1 nor does a provider, who administers everybody', async () => {
  await changePerson(server.context, owner.mailbox, { provider: true }, commandLine());
  const client = await signIn(owner);
  await sql`update sessions set method = 'passkey' where mailbox_id = ${owner.mailbox}`.execute(
    server.context.db,
  );
  await haveTwoStep(owner);
  server.clock.pass(11_000);
  const before = await stateOf(owner);
  for (const act of linkAndOff(client, idOf(owner))) {
    await expect(act()).rejects.toMatchObject({ status: 409, code: 'own_account' });
  }
  expect(await stateOf(owner)).toEqual(before);
});

test('PW-3 TF-1 another owner of the domain may, and the person is told', async () => {
  const other = await newPerson(server, { kind: 'owner' });
  await haveTwoStep(other);
  await owner.client.changePerson({ params: idOf(other), body: { two_step: false } });
  await owner.client.makePasswordLink({ params: idOf(other) });
  expect(await stateOf(other)).toMatchObject({ steps: 0, codes: 0, links: 1, sessions: 0 });
  await runJobsUntilIdle(server.context);
  const client = await signIn(other);
  const subjects = (await client.listThreads({ query: { in: 'INBOX' } })).data.map(({ subject }) => subject);
  expect(subjects).toContain('Đã tạo liên kết đặt mật khẩu');
  expect(subjects).toContain('Đã tắt xác thực hai bước');
  const acts = (await client.listOwnAuditLog({ query: {} })).data.map(({ act, actor }) => [act, actor]);
  expect(acts.slice(0, 2)).toEqual([
    ['password_link_made', owner.email],
    ['two_step_off', owner.email],
  ]);
});

test('PW-3 TF-1 so may a token, which is nobody of the domain', async () => {
  await haveTwoStep(owner);
  let token = '';
  const out = { write: (text: string) => (token += text) };
  const args = ['--name', 'quản lý người', '--scope', 'people:write', '--domain', 'saomai.example'];
  await addToken.run({ context: server.context, args, out, err: out } as never);
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${server.baseUrl}/api/admin/v1/people/${owner.mailbox}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token.trim()}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
    });
    return answer.status;
  };
  expect(await call('PATCH', '', { two_step: false })).toBe(200);
  expect(await call('POST', '/password-link')).toBe(200);
});

test('TF-1 turning off what is not on changes nothing: nobody is signed out, told or written down', async () => {
  const an = await newPerson(server);
  // An unconfirmed app is not a second step, and its setup continues.
  await sql`insert into second_steps (mailbox_id, pending_secret, pending_at)
    values (${an.mailbox}, ${Buffer.from('x')}, 1)`.execute(server.context.db);
  const before = await stateOf(an);
  const { data } = await owner.client.changePerson({ params: idOf(an), body: { two_step: false } });
  expect(data.two_step).toBe(false);
  const out = { write: () => true };
  await setUser.run({ context: server.context, args: [an.email, 'two_step=off'], out, err: out } as never);
  expect(await stateOf(an)).toEqual(before);
  expect((await an.client.getUserInfo({})).data.email).toBe(an.email);
  await runJobsUntilIdle(server.context);
  expect((await an.client.listThreads({ query: { in: 'INBOX' } })).data).toEqual([]);
});
