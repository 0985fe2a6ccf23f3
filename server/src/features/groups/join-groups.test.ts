import type { GroupJoining } from '@bocau/contract/groups.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import type { SignedInClient } from '../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn } from '../../test-kit/write-mail.ts';

const DOMAIN = 'saomai.example';
let server: TestServer;
let owner: SignedInClient;
let keeper: NewPerson;
let colleague: NewPerson;
let stranger: NewPerson;
let counter = 0;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn(lanAnh.email);
  stranger = await newPerson(server, { domain: 'bienxanh.example' });
});
afterAll(() => server.close());
beforeEach(async () => {
  [keeper, colleague] = [await newPerson(server), await newPerson(server)];
});

type Given = { joining?: GroupJoining; leaving?: boolean; seen_by?: 'keepers' | 'members' | 'domain' };

async function makeGroup(given: Given): Promise<string> {
  counter += 1;
  const body = { local: `vaora${counter}`, name: 'Nhóm', writers: 'domain' as const };
  const { data } = await owner.addGroup({ params: { domain: DOMAIN }, body });
  const params = { domain: DOMAIN, group: data.email };
  await owner.changeGroup({ params, body: { ...given, keepers: [keeper.email] } });
  return data.email;
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );
const join = ({ client }: NewPerson, group: string) => client.joinGroup({ params: { group } });
const leave = ({ client }: NewPerson, group: string) => client.leaveGroup({ params: { group } });
const membersOf = async (group: string) =>
  (await owner.listGroupMembers({ params: { domain: DOMAIN, group }, query: {} })).data.map(
    ({ email }) => email,
  );
const listed = async ({ client }: NewPerson, group: string) =>
  (await client.listOwnGroups({ query: {} })).data.find(({ email }) => email === group);

test('GR-7 GR-8 everybody of the domain joins an open group once, and leaves it; others do not see it', async () => {
  const group = await makeGroup({ joining: 'everyone' });
  expect(await listed(colleague, group)).toMatchObject({ member: false, joining: 'everyone', keeps: false });
  expect(await listed(stranger, group)).toBeUndefined();
  expect(await codeOf(join(stranger, group))).toBe('not_found');
  expect((await join(colleague, group)).data).toMatchObject({ member: true, may_leave: true });
  await Promise.all([join(colleague, group), join(colleague, group)]);
  expect(await membersOf(group)).toEqual([colleague.email]);
  await leave(colleague, group);
  expect(await membersOf(group)).toEqual([]);
  expect(await codeOf(leave(colleague, group))).toBe('not_found');
  const log = await server.context.db
    .selectFrom('audit_log')
    .select(['act', 'actor'])
    .where('person', '=', group)
    .where('act', 'in', ['group_member_added', 'group_member_removed'])
    .orderBy('id')
    .execute();
  expect(log).toEqual([
    { act: 'group_member_added', actor: colleague.email },
    { act: 'group_member_removed', actor: colleague.email },
  ]);
});

test('GR-7 nobody joins a closed group, and it is not listed to who is not in it', async () => {
  const group = await makeGroup({});
  expect(await listed(colleague, group)).toBeUndefined();
  expect(await codeOf(join(colleague, group))).toBe('not_found');
  expect((await join(keeper, group)).data).toMatchObject({ member: true, keeps: true });
});

test('GR-7 who asks waits for a keeper, who is told, and the first answer counts', async () => {
  const group = await makeGroup({ joining: 'ask' });
  const params = { group };
  expect((await join(colleague, group)).data).toMatchObject({ member: false, asked: true });
  await join(colleague, group);
  await runJobsUntilIdle(server.context);
  const [notice, ...more] = await mailIn(keeper, 'INBOX');
  expect([notice?.subject.includes(group), more.length]).toEqual([true, 0]);
  expect(notice?.body).toContain(colleague.email);
  expect(await listed(keeper, group)).toMatchObject({ requests: 1 });
  expect(await codeOf(colleague.client.listGroupRequests({ params }))).toBe('forbidden');
  const { data } = await keeper.client.listGroupRequests({ params });
  expect(data).toEqual([{ email: colleague.email, name: expect.any(String), asked_at: expect.any(Number) }]);
  const answer = (client: SignedInClient, accept: boolean) =>
    codeOf(client.answerGroupRequest({ params: { group, person: colleague.email }, body: { accept } }));
  expect(await answer(colleague.client, true)).toBe('forbidden');
  const both = await Promise.all([answer(keeper.client, true), answer(owner, true)]);
  expect(both.sort()).toEqual(['not_found', 'ok']);
  expect(await membersOf(group)).toEqual([colleague.email]);

  const other = await newPerson(server);
  await join(other, group);
  await leave(other, group);
  expect((await keeper.client.listGroupRequests({ params })).data).toEqual([]);
  await join(other, group);
  const refused = { params: { group, person: other.email }, body: { accept: false } };
  await keeper.client.answerGroupRequest(refused);
  expect(await membersOf(group)).toEqual([colleague.email]);
  expect(await listed(other, group)).toMatchObject({ asked: false, member: false });
});

test('GR-8 nobody leaves a group that its owner says is for all', async () => {
  const group = await makeGroup({ leaving: false });
  await owner.addGroupMembers({ params: { domain: DOMAIN, group }, body: { emails: [colleague.email] } });
  expect(await listed(colleague, group)).toMatchObject({ member: true, may_leave: false });
  expect(await codeOf(leave(colleague, group))).toBe('forbidden');
  expect(await membersOf(group)).toEqual([colleague.email]);
});

test.each([
  ['keepers', { member: 'forbidden', outsider: 'forbidden' }],
  ['members', { member: 'ok', outsider: 'forbidden' }],
  ['domain', { member: 'ok', outsider: 'ok' }],
] as const)('GR-9 members are shown to %s', async (seen_by, expected) => {
  const group = await makeGroup({ seen_by, joining: 'ask' });
  const [member, hidden] = [await newPerson(server), await newPerson(server)];
  const emails = [member.email, hidden.email];
  await owner.addGroupMembers({ params: { domain: DOMAIN, group }, body: { emails } });
  await server.context.db
    .updateTable('mailboxes')
    .set({ hidden: true })
    .where('id', '=', hidden.mailbox)
    .execute();
  const seenBy = ({ client }: NewPerson) => client.listKeptMembers({ params: { group }, query: {} });
  expect((await seenBy(keeper)).data.map(({ email }) => email).sort()).toEqual(emails.toSorted());
  expect(await codeOf(seenBy(member))).toBe(expected.member);
  expect(await codeOf(seenBy(colleague))).toBe(expected.outsider);
  expect(await codeOf(seenBy(stranger))).toBe('not_found');
  expect((await listed(member, group))?.sees_members).toBe(expected.member === 'ok');
  if (expected.member === 'ok') {
    expect((await seenBy(member)).data.map(({ email }) => email)).toEqual([member.email]);
    expect([(await listed(member, group))?.members, (await listed(keeper, group))?.members]).toEqual([1, 2]);
  }
});
