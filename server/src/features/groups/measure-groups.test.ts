import { HELD_DAYS } from '@bocau/contract/held-messages.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import type { SignedInClient } from '../../test-kit/signed-in-client.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import type { TestServer } from '../../test-kit/start-server.ts';
import { startWithTrap } from '../../test-kit/start-with-trap.ts';
import { SPF_FROM_HERE, txtRecords } from '../../test-kit/txt-records.ts';
import { writeDraft } from '../../test-kit/write-mail.ts';
import { expireHeld } from './expire-held.ts';

const DOMAIN = 'saomai.example';
const FRIEND = 'hung@doitac.example';
let server: TestServer;
let close: () => Promise<void>;
let owner: SignedInClient;
let an: NewPerson;

beforeAll(async () => {
  ({ server, close } = await startWithTrap({
    resolver: txtRecords({
      'doitac.example': SPF_FROM_HERE,
      '_dmarc.doitac.example': 'v=DMARC1; p=reject',
    }),
  }));
  owner = await server.signIn(lanAnh.email);
  an = await newPerson(server);
});
afterAll(() => close());

async function makeGroup(local: string, writers: 'anyone' | 'members', emails: string[]): Promise<string> {
  const { data } = await owner.addGroup({ params: { domain: DOMAIN }, body: { local, name: '', writers } });
  const params = { domain: DOMAIN, group: data.email };
  await owner.changeGroup({ params, body: { strangers: 'held' } });
  await owner.addGroupMembers({ params, body: { emails } });
  return data.email;
}

async function bring(to: string): Promise<void> {
  const port = server.running.smtpPort as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol: 'smtp' });
  const id = `Message-ID: <${crypto.randomUUID()}@doitac.example>`;
  const raw = [`From: ${FRIEND}`, 'Subject: Đo', id, '', 'Chào', ''].join('\r\n');
  for (let times = 0; times < 2; times += 1) await client.send({ from: FRIEND, to: [to], raw });
  client.end();
}

/** Those of groups that are not 0, without `bocau_group_`. */
async function figures(): Promise<Record<string, number>> {
  const text = await server.context.metrics.registry.metrics();
  const found = [...text.matchAll(/^bocau_group_(\S+?)\{\w+="(\w+)"\} (\S+)$/gm)];
  return Object.fromEntries(
    found
      .map(([, name, label, value]) => [`${name} ${label}`, Number(value)])
      .filter(([, value]) => value !== 0),
  );
}

test('GR-63 what becomes of messages to groups is counted once, and what waits is seen with its age', async () => {
  expect(await figures()).toEqual({});
  const open = await makeGroup('domo', 'anyone', [an.email, 'ngoai@nha.example', 'xa@nha.example']);
  const closed = await makeGroup('dodong', 'members', [an.email]);
  await bring(open);
  for (let times = 0; times < 3; times += 1) await bring(closed);
  server.clock.pass(90_000);
  expect(await figures()).toEqual({
    'messages_total accepted': 1,
    'messages_total held': 3,
    'backlog distributing': 1,
    'backlog held': 3,
    'oldest_seconds distributing': 90,
    'oldest_seconds held': 90,
  });
  await runJobsUntilIdle(server.context);
  const params = { domain: DOMAIN, group: closed };
  const [first, second] = (await owner.listGroupHeld({ params })).data;
  await owner.decideGroupHeld({ params: { ...params, held: first?.id ?? '' }, body: { act: 'release' } });
  for (let times = 0; times < 2; times += 1) {
    await owner.decideGroupHeld({ params: { ...params, held: second?.id ?? '' }, body: { act: 'refuse' } });
  }
  server.clock.pass((HELD_DAYS + 1) * 24 * 3600_000);
  await expireHeld(server.context, new AbortController().signal);
  const draft = await writeDraft(an, [open], { subject: 'Từ đây' });
  await an.client.sendMail({ body: { msg_id: draft.id } });
  await runJobsUntilIdle(server.context);
  expect(await figures()).toEqual({
    'messages_total accepted': 2,
    'messages_total held': 3,
    'messages_total released': 1,
    'messages_total refused': 1,
    'messages_total expired': 1,
    'copies_total people': 3,
    'copies_total elsewhere': 4,
  });
});
