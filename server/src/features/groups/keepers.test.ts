import { afterAll, beforeAll, expect, test } from 'vitest';
import { lanAnh, minhTran } from '../../demo-world/people.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import type { SignedInClient } from '../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

const DOMAIN = 'saomai.example';
const GROUP = `troly@${DOMAIN}`;
const params = { group: GROUP };
const administered = { domain: DOMAIN, group: GROUP };
let server: TestServer;
let owner: SignedInClient;
let keeper: NewPerson;
let member: NewPerson;
let colleague: NewPerson;
let otherOwner: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn(lanAnh.email);
  [keeper, member, colleague] = [await newPerson(server), await newPerson(server), await newPerson(server)];
  otherOwner = await newPerson(server, { domain: 'bienxanh.example', kind: 'owner' });
  const body = { local: 'troly', name: 'Trợ lý', writers: 'members' as const };
  await owner.addGroup({ params: { domain: DOMAIN }, body });
  await owner.addGroupMembers({ params: administered, body: { emails: [member.email] } });
  await owner.changeGroup({ params: administered, body: { keepers: [keeper.email] } });
});
afterAll(() => server.close());

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );

/** Each call about the group by a keeper's own endpoints; nothing waits, so a decision finds nothing. */
const CALLS: Record<string, (client: SignedInClient) => Promise<unknown>> = {
  show: (client) => client.showKeptGroup({ params }),
  change: (client) => client.changeKeptGroup({ params, body: { strangers: 'held' } }),
  members: (client) => client.listKeptMembers({ params, query: {} }),
  add: (client) => client.addKeptMembers({ params, body: { emails: [minhTran.email] } }),
  remove: (client) => client.removeKeptMember({ params: { ...params, member: minhTran.email } }),
  held: (client) => client.listHeldMessages({ params }),
};
const DECIDE = (client: SignedInClient) =>
  client.decideHeldMessage({
    params: { ...params, held: '00000000-0000-7000-8000-000000000000' },
    body: { act: 'release' },
  });
/** What stays with owners and providers. */
const OWNERS: Record<string, (client: SignedInClient) => Promise<unknown>> = {
  'make keepers': (client) => client.changeGroup({ params: administered, body: { keepers: [keeper.email] } }),
  'see held': (client) => client.listGroupHeld({ params: administered }),
  delete: (client) => client.deleteGroup({ params: { domain: DOMAIN, group: `khong.co@${DOMAIN}` } }),
};

test('GR-6 who may do what in a group: owner, keeper, member, colleague, owner of another domain', async () => {
  const people: [string, SignedInClient, { kept: string; decided: string; owners: string }][] = [
    ['owner', owner, { kept: 'ok', decided: 'not_found', owners: 'ok' }],
    ['keeper', keeper.client, { kept: 'ok', decided: 'not_found', owners: 'forbidden' }],
    ['member', member.client, { kept: 'forbidden', decided: 'forbidden', owners: 'forbidden' }],
    ['colleague', colleague.client, { kept: 'not_found', decided: 'not_found', owners: 'forbidden' }],
    ['other owner', otherOwner.client, { kept: 'not_found', decided: 'not_found', owners: 'not_found' }],
  ];
  for (const [who, client, { kept, decided, owners }] of people) {
    for (const [what, call] of Object.entries(CALLS)) {
      expect(`${who} ${what} ${await codeOf(call(client))}`).toBe(`${who} ${what} ${kept}`);
    }
    expect(`${who} ${await codeOf(DECIDE(client))}`).toBe(`${who} ${decided}`);
    for (const [what, call] of Object.entries(OWNERS)) {
      const expected = what === 'delete' && owners === 'ok' ? 'not_found' : owners;
      expect(`${who} ${what} ${await codeOf(call(client))}`).toBe(`${who} ${what} ${expected}`);
    }
  }
});

test('GR-6 a keeper changes what is theirs to change, is of the domain, and is a keeper until removed', async () => {
  const { client } = keeper;
  const body = { name: 'Trợ lý 2', writers: 'named' as const, named: [minhTran.email] };
  const { data } = await client.changeKeptGroup({ params, body });
  expect(data).toMatchObject({ ...body, keeps: true, member: false, strangers: 'held' });
  const smuggled = { keepers: [member.email] } as object;
  expect(await codeOf(client.changeKeptGroup({ params, body: smuggled }))).toBe('invalid_input');
  expect((await owner.showGroup({ params: administered })).data.keepers).toMatchObject([
    { email: keeper.email },
  ]);
  const outside = [otherOwner.email, 'ngoai@minhphat.example'];
  for (const email of outside) {
    const change = owner.changeGroup({ params: administered, body: { keepers: [email] } });
    expect(await codeOf(change)).toBe('invalid_input');
  }
  expect((await colleague.client.listOwnGroups({ query: {} })).data).toEqual([]);
  expect((await owner.listOwnGroups({ query: {} })).data.map(({ email }) => email)).toContain(GROUP);
  await owner.changeGroup({ params: administered, body: { keepers: [] } });
  expect(await codeOf(client.showKeptGroup({ params }))).toBe('not_found');
  const log = await server.context.db
    .selectFrom('audit_log')
    .select(['act', 'before', 'after'])
    .where('person', '=', GROUP)
    .where('act', 'in', ['group_keeper_added', 'group_keeper_removed'])
    .orderBy('id')
    .execute();
  expect(log.map(({ act, before, after }) => `${act} ${before} ${after}`)).toEqual([
    `group_keeper_added null ${keeper.email}`,
    `group_keeper_removed ${keeper.email} null`,
  ]);
});
