import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUser } from '../../admin/set-user.ts';
import { addToken, listTokens, revokeToken } from '../../admin/token.ts';
import { lanAnh, minhTran } from '../../demo-world/people.ts';
import { newPerson } from '../../test-kit/new-person.ts';
import { signedInClient } from '../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { watchPlans } from '../../test-kit/watch-plans.ts';
import { createDomain } from '../people/create-people.ts';
import { readAudit } from './audit.store.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await createDomain(server.context, 'khach-hang.example', true);
});
afterAll(() => server.close());

async function run(command: { run(input: never): Promise<number> }, ...args: string[]): Promise<string> {
  let printed = '';
  const out = { write: (text: string) => (printed += text) };
  await command.run({ context: server.context, args, out, err: out } as never);
  return printed.trim();
}

async function call(token: string, method: string, path: string, body?: object) {
  const answer = await fetch(`${server.baseUrl}/api/admin/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    body: body ? JSON.stringify(body) : null,
  });
  const { data, meta, error } = (await answer.json()) as {
    data: never;
    meta: never;
    error?: { code: string };
  };
  return { status: answer.status, data, meta, code: error?.code };
}

async function me(token: string) {
  const answer = await fetch(`${server.baseUrl}/api/admin/v1/me`, { headers: { authorization: token } });
  const { data, error } = (await answer.json()) as { data?: object; error?: { code: string } };
  return { status: answer.status, ...data, ...error };
}

test('AU-2 a token opens what its scopes say, of its domain alone, until it ends or is revoked', async () => {
  const args = ['--name', 'tạo tài khoản', '--scope', 'people:write,people:read', '--expires', '30'];
  const token = await run(addToken, ...args, '--domain', 'saomai.example');
  expect(await me(`Bearer ${token}`)).toEqual({
    status: 200,
    name: 'tạo tài khoản',
    scopes: ['people:read', 'people:write'],
    domain: 'saomai.example',
  });
  expect(await run(listTokens)).toContain('tạo tài khoản\tpeople:read,people:write\tsaomai.example\tuntil ');
  await expect(run(addToken, ...args)).rejects.toMatchObject({ code: 'already_exists' });
  await expect(run(addToken, '--name', 'x', '--scope', 'people:all')).rejects.toThrow('is no scope');
  const { rows } = await sql<{ all: string }>`select t::text as all from admin_tokens t`.execute(
    server.context.db,
  );
  expect(JSON.stringify(rows)).not.toContain(token);

  for (const wrong of ['Bearer bocau_admin_x', `Basic ${token}`, token, 'Bearer ']) {
    expect(await me(wrong)).toMatchObject({ status: 401, code: 'session_required' });
  }
  await run(revokeToken, 'tạo tài khoản');
  expect(await me(`Bearer ${token}`)).toMatchObject({ status: 401 });
  await expect(run(revokeToken, 'tạo tài khoản')).rejects.toMatchObject({ code: 'not_found' });

  const another = await run(addToken, ...args);
  server.clock.pass(31 * 86_400_000);
  expect(await me(`Bearer ${another}`)).toMatchObject({ status: 401 });
});

test('AU-4 an owner administers their domain, a provider with a second step all, and nobody else anything', async () => {
  const owner = await server.signIn(lanAnh.email);
  expect((await owner.getAdministrator({})).data.domain).toBe('saomai.example');
  const an = await newPerson(server);
  await expect(an.client.getAdministrator({})).rejects.toMatchObject({ code: 'forbidden' });
  expect((await an.client.getUserInfo({})).data).not.toHaveProperty('provider');
  const { makePasswordLink } = owner;
  await makePasswordLink({ params: { id: String(an.mailbox) } });
  const links = () =>
    server.context.db
      .selectFrom('reset_links')
      .select('mailbox_id')
      .where('mailbox_id', '=', an.mailbox)
      .execute();
  expect(await links()).toHaveLength(1);
  await run(setUser, an.email, 'provider=on');
  // A link made for a member must not open the account of a provider.
  expect(await links()).toEqual([]);
  server.clock.pass(11_000);
  await expect(an.client.getUserInfo({})).rejects.toMatchObject({ status: 401 });
  an.client = await signedInClient(server.baseUrl, { email: an.email, password: lanAnh.password });
  // Other processes are notified a moment later; after some seconds each checks again.
  server.clock.pass(11_000);
  expect((await an.client.getUserInfo({})).data.provider).toBe(true);
  await expect(an.client.getAdministrator({})).rejects.toMatchObject({ code: 'two_step_required' });
  await sql`update sessions set method = 'passkey' where mailbox_id = ${an.mailbox}`.execute(
    server.context.db,
  );
  server.clock.pass(11_000);
  expect((await an.client.getAdministrator({})).data).toMatchObject({ name: an.email, domain: null });
  await run(setUser, an.email, 'provider=off');
  server.clock.pass(11_000);
  await expect(an.client.getAdministrator({})).rejects.toMatchObject({ code: 'forbidden' });
});

test('AU-5 what was done stays written down: no row of it can be changed or removed', async () => {
  await run(setUser, minhTran.email, 'name=Trần Minh', 'provider=on');
  const { db } = server.context;
  const { rows } = await sql<{ act: string; actor: string }>`
    select act, actor from audit_log where person = ${minhTran.email} order by id desc limit 2`.execute(db);
  expect(rows.map(({ act }) => act).sort()).toEqual(['fullname', 'provider_on']);
  expect(rows[0]?.actor).not.toBe('');
  for (const tampering of [
    sql`update audit_log set actor = 'ai đó'`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ]) {
    await expect(tampering.execute(db)).rejects.toThrow('append-only');
  }
});

test('AU-5 AU-7 a program sees and changes the people of all domains, or of its own alone', async () => {
  const customer = await newPerson(server, { domain: 'khach-hang.example' });
  const all = await run(addToken, '--name', 'tất cả', '--scope', 'people:read,people:write');
  const args = ['--name', 'một miền', '--scope', 'people:read,people:write', '--domain', 'saomai.example'];
  const one = await run(addToken, ...args);
  const emails = async (token: string, query: string) => {
    const { data } = await call(token, 'GET', `people?${query}`);
    return (data as { email: string }[]).map(({ email }) => email);
  };
  expect(await emails(all, 'search=nguoi')).toContain(customer.email);
  expect(await emails(all, `search=${customer.email}&domain=saomai.example`)).toEqual([]);
  expect(await emails(all, 'domain=khach-hang.example')).toEqual([customer.email]);
  const everybody = await emails(all, 'limit=50');
  expect(everybody).toEqual([...everybody].sort());
  expect(everybody).toEqual(expect.arrayContaining([customer.email, lanAnh.email]));
  expect(await emails(one, 'search=nguoi')).not.toContain(customer.email);
  expect((await call(one, 'GET', 'people?domain=khach-hang.example')).status).toBe(404);

  const path = `people/${customer.mailbox}`;
  expect(await call(one, 'GET', path)).toMatchObject({ status: 404, code: 'not_found' });
  expect(await call(one, 'PATCH', path, { fullname: 'Ai đó' })).toMatchObject({ status: 404 });
  expect((await call(all, 'GET', path)).data).toMatchObject({ email: customer.email, used_drive_quota: 0 });
  expect((await call(all, 'PATCH', path, { fullname: 'Khách Hàng' })).data).toMatchObject({
    fullname: 'Khách Hàng',
  });
  expect((await call(all, 'POST', `${path}/suspend`)).data).toMatchObject({ active: false });
  const made = await call(one, 'POST', 'people', { email: 'moi@saomai.example', fullname: 'Người mới' });
  expect(made.data).toMatchObject({ person: { email: 'moi@saomai.example' }, link: expect.any(String) });
  const beyond = { email: 'moi@khach-hang.example', fullname: 'Người mới' };
  expect(await call(one, 'POST', 'people', beyond)).toMatchObject({ status: 400, code: 'invalid_input' });
  const { rows } = await sql<{ actor: string; act: string }>`
    select actor, act from audit_log where token_id is not null and act in ('fullname', 'created') order by id`.execute(
    server.context.db,
  );
  expect(rows).toEqual([
    { actor: 'tất cả', act: 'fullname' },
    { actor: 'một miền', act: 'created' },
  ]);
});

test('AU-5 nobody but a provider gets at the account of one, and aliases are of domains that are here', async () => {
  const chi = await newPerson(server);
  await run(setUser, chi.email, 'provider=on');
  const args = ['--scope', 'people:write,people:read'];
  const ofDomain = await run(addToken, '--name', 'của miền', ...args, '--domain', 'saomai.example');
  const ofAll = await run(addToken, '--name', 'mọi miền', ...args);
  for (const token of [ofDomain, ofAll]) {
    expect(await call(token, 'POST', `people/${chi.mailbox}/password-link`)).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
  }
  await run(setUser, chi.email, 'provider=off');
  const alias = (address: string) => call(ofAll, 'POST', `people/${chi.mailbox}/aliases`, { address });
  expect(await alias('giam-doc@ngan-hang.example')).toMatchObject({ status: 400, code: 'invalid_input' });
  expect((await alias('giam-doc@khach-hang.example')).status).toBeLessThan(300);
});

test('AU-5 the acts of one name are found by an index, however many are written down', async () => {
  const { db } = server.context;
  await sql`
    insert into audit_log (at, actor, address, person, act)
    select 1, 'quan.tri.' || n % 1000, '', 'nguoi.' || n % 1000, 'suspended' from generate_series(1, 50000) as n`.execute(
    db,
  );
  await sql`vacuum analyze audit_log`.execute(db);
  const watch = await watchPlans(server);
  const page = { after: null, limit: 100 };
  for (const mode of ['force_custom_plan', 'force_generic_plan'] as const) {
    await watch.plan(mode);
    const found = [
      await readAudit(db, { domainId: null, actor: 'quan.tri.7' }, page),
      await readAudit(db, { domainId: null, to: 'nguoi.7' }, page),
      await readAudit(db, { domainId: null, to: 'nobody' }, page),
    ];
    expect(found.map(({ length }) => length)).toEqual([50, 50, 0]);
    expect(watch.ranSince().filter(({ pages }) => pages > 100)).toEqual([]);
  }
});
