import { MOST_GROUP_MEMBERS } from '@bocau/contract/groups.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addToken } from '../../admin/token.ts';
import { haPham, lanAnh, minhTran, namVo } from '../../demo-world/people.ts';
import { newPerson } from '../../test-kit/new-person.ts';
import type { SignedInClient } from '../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

const DOMAIN = 'saomai.example';
let server: TestServer;
let owner: SignedInClient;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn(lanAnh.email);
});
afterAll(() => server.close());

const params = { domain: DOMAIN };
const of = (local: string) => ({ domain: DOMAIN, group: `${local}@${DOMAIN}` });
const add = (local: string, by = owner) =>
  by.addGroup({ params, body: { local, name: '', writers: 'anyone' } });
const addTo = (local: string, emails: string[]) =>
  owner.addGroupMembers({ params: of(local), body: { emails } });
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );
const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { details?: { fields?: { problem: string }[] } }) => error.details?.fields?.[0]?.problem,
  );

test('an owner adds a group, changes it, and deletes it; each act is in the audit log', async () => {
  const { data } = await owner.addGroup({
    params,
    body: { local: 'KinhDoanh', name: 'Bán hàng', writers: 'named', named: ['Khach@MinhPhat.example'] },
  });
  expect(data).toMatchObject({
    email: `kinhdoanh@${DOMAIN}`,
    name: 'Bán hàng',
    writers: 'named',
    members: 0,
  });
  expect(data.named).toEqual(['khach@minhphat.example']);
  await addTo('kinhdoanh', [minhTran.email, haPham.email, minhTran.email, 'ngoai@minhphat.example']);
  const again = await addTo('kinhdoanh', [minhTran.email]);
  expect(again.data.members).toBe(3);
  const members = await owner.listGroupMembers({ params: of('kinhdoanh'), query: {} });
  expect(members.data.map(({ email, kind }) => [email, kind])).toEqual([
    [haPham.email, 'person'],
    [minhTran.email, 'person'],
    ['ngoai@minhphat.example', 'outside'],
  ]);
  const changed = await owner.changeGroup({
    params: of('kinhdoanh'),
    body: { writers: 'members', named: [] },
  });
  expect(changed.data).toMatchObject({ name: 'Bán hàng', writers: 'members', named: [] });
  const left = await owner.removeGroupMember({ params: { ...of('kinhdoanh'), member: haPham.email } });
  expect(left.data.members).toBe(2);
  const listed = await owner.listGroups({ params, query: {} });
  expect(listed.data).toMatchObject([{ email: `kinhdoanh@${DOMAIN}`, members: 2 }]);
  await owner.deleteGroup({ params: of('kinhdoanh') });
  expect((await owner.listGroups({ params, query: {} })).data).toEqual([]);
  const log = await server.context.db
    .selectFrom('audit_log')
    .select(['act', 'before', 'after'])
    .where('person', '=', `kinhdoanh@${DOMAIN}`)
    .orderBy('id')
    .execute();
  expect(log.map(({ act, before, after }) => `${act} ${before} ${after}`)).toEqual([
    'group_added null writers=named',
    'group_changed named= named=khach@minhphat.example',
    ...Array.from({ length: 3 }, () => expect.stringMatching(/^group_member_added null .+@.+/)),
    'group_changed writers=named writers=members',
    'group_changed named=khach@minhphat.example named=',
    `group_member_removed ${haPham.email} null`,
    'group_deleted null null',
  ]);
});

/** The status of a call about the group by a program with this scope over the whole installation. */
async function byToken(scope: string, method: string): Promise<number> {
  let token = '';
  const out = { write: (text: string) => (token = text.trim()) };
  const args = ['--name', `${scope} ${method}`, '--scope', scope];
  await addToken.run({ context: server.context, args, out, err: out } as never);
  const path = `/api/admin/v1/domains/${DOMAIN}/groups/vanthu@${DOMAIN}`;
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${server.baseUrl}${path}`, { method, headers })).status;
}

test('members, owners of other domains and strangers reach no group; a program reaches what its scope says', async () => {
  await add('vanthu');
  const member = await server.signIn(minhTran.email);
  const stranger = await server.signIn(namVo.email);
  const { client: otherOwner } = await newPerson(server, { domain: 'bienxanh.example', kind: 'owner' });
  for (const [client, code] of [
    [member, 'forbidden'],
    [stranger, namVo.kind === 'owner' ? 'not_found' : 'forbidden'],
    [otherOwner, 'not_found'],
  ] as const) {
    const calls = [
      client.listGroups({ params, query: {} }),
      client.showGroup({ params: of('vanthu') }),
      add('khac', client),
      client.changeGroup({ params: of('vanthu'), body: { name: 'x' } }),
      client.listGroupMembers({ params: of('vanthu'), query: {} }),
      client.addGroupMembers({ params: of('vanthu'), body: { emails: [namVo.email] } }),
      client.removeGroupMember({ params: { ...of('vanthu'), member: namVo.email } }),
      client.deleteGroup({ params: of('vanthu') }),
    ];
    expect(new Set(await Promise.all(calls.map(codeOf)))).toEqual(new Set([code]));
  }
  // By the path of their own domain neither.
  const crossed = { domain: 'bienxanh.example', group: `vanthu@${DOMAIN}` };
  expect(await codeOf(otherOwner.showGroup({ params: crossed }))).toBe('not_found');
  expect(await byToken('people:read', 'GET')).toBe(200);
  expect(await byToken('people:read', 'DELETE')).toBe(403);
  expect(await byToken('domains:write', 'GET')).toBe(403);
  expect(await byToken('people:write', 'DELETE')).toBe(200);
});

test('the name of a group is one line without hidden characters', async () => {
  const name = 'Ke\u202etoan\r\nBcc: x@y.example\u200b';
  const { data } = await owner.addGroup({ params, body: { local: 'tenla', name, writers: 'domain' } });
  expect(data.name).toBe('Ketoan Bcc: x@y.example');
  const body = { name: `${name} hai` };
  expect((await owner.changeGroup({ params: of('tenla'), body })).data.name).toBe(
    'Ketoan Bcc: x@y.example hai',
  );
});

test('an address is of a person or of a group, whoever comes first', async () => {
  await add('hoadon');
  expect(await codeOf(add('hoadon'))).toBe('already_exists');
  expect(await codeOf(add(minhTran.email.split('@')[0] as string))).toBe('already_exists');
  expect(await codeOf(add('khong phai'))).toBe('invalid_input');
  expect(await codeOf(add('a+b'))).toBe('invalid_input');
  const email = `hoadon@${DOMAIN}`;
  const body = { email, fullname: 'Hóa Đơn', quota: 100 };
  expect(await codeOf(owner.createPerson({ body }))).toBe('already_exists');
  const { data: people } = await owner.listPeople({ query: { search: minhTran.email } });
  const alias = { params: { id: people[0]?.id as string }, body: { address: email } };
  expect(await codeOf(owner.addAlias(alias))).toBe('already_exists');
  const taken = await server.context.db
    .selectFrom('addresses')
    .select('address')
    .where('address', '=', email);
  expect(await taken.execute()).toEqual([]);
  await owner.deleteGroup({ params: of('hoadon') });
});

test('a group in itself, a circle, and too many levels are refused, and say so', async () => {
  for (const local of ['a', 'b', 'c']) await add(local);
  expect(await problemOf(addTo('a', [`a@${DOMAIN}`]))).toContain('a member of itself');
  await addTo('a', [`b@${DOMAIN}`]);
  await addTo('b', [`c@${DOMAIN}`]);
  expect(await problemOf(addTo('c', [minhTran.email, `a@${DOMAIN}`]))).toContain('a member of itself');
  // All or none.
  expect((await owner.showGroup({ params: of('c') })).data.members).toBe(0);
  // Two acts at once that would be a circle together: one of them waits, and is refused.
  await add('d');
  await add('e');
  const both = await Promise.all([codeOf(addTo('d', [`e@${DOMAIN}`])), codeOf(addTo('e', [`d@${DOMAIN}`]))]);
  expect(both.sort()).toEqual(['invalid_input', 'ok']);
  for (let level = 0; level < 10; level++) await add(`tang${level}`);
  for (let level = 0; level < 9; level++) await addTo(`tang${level}`, [`tang${level + 1}@${DOMAIN}`]);
  expect(await problemOf(addTo('tang9', [`c@${DOMAIN}`]))).toContain('more than 10 groups');
  expect(await problemOf(addTo('c', [`tang0@${DOMAIN}`]))).toContain('more than 10 groups');
});

test('nobody of the domain is no member, and 5,000 members are the most', async () => {
  await add('tatca');
  expect(await problemOf(addTo('tatca', [`khong.ai@${DOMAIN}`]))).toContain('names nobody');
  expect(await codeOf(addTo('tatca', ['không phải']))).toBe('invalid_input');
  const { id } = await server.context.db
    .selectFrom('groups')
    .select('id')
    .where('address', '=', `tatca@${DOMAIN}`)
    .executeTakeFirstOrThrow();
  await sql`insert into group_members (group_id, address, added_at)
    select ${id}, 'khach' || lpad(n::text, 5, '0') || '@minhphat.example', 1
    from generate_series(1, ${MOST_GROUP_MEMBERS - 1}) n`.execute(server.context.db);
  expect((await addTo('tatca', [minhTran.email])).data.members).toBe(MOST_GROUP_MEMBERS);
  expect(await problemOf(addTo('tatca', [haPham.email]))).toContain('more than 5000 members');
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await owner.listGroupMembers({
      params: of('tatca'),
      query: cursor === undefined ? {} : { cursor },
    });
    seen.push(...page.data.map(({ email }) => email));
    cursor = page.meta.next_cursor;
  }
  expect(new Set(seen).size).toBe(MOST_GROUP_MEMBERS);
});
