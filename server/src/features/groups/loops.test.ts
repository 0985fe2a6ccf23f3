import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import type { SmtpTrap } from '../../test-kit/smtp-trap.ts';
import type { TestServer } from '../../test-kit/start-server.ts';
import { startWithTrap } from '../../test-kit/start-with-trap.ts';
import { SPF_FROM_HERE, txtRecords } from '../../test-kit/txt-records.ts';

const DOMAIN = 'saomai.example';
const COUNT = 5;
const FRIEND = 'hung@doitac.example';
let server: TestServer;
let trap: SmtpTrap;
let close: () => Promise<void>;
let people: NewPerson[];
let groups: string[];

beforeAll(async () => {
  ({ server, trap, close } = await startWithTrap({
    resolver: txtRecords({ 'doitac.example': SPF_FROM_HERE, 'nha.example': SPF_FROM_HERE }),
  }));
  const owner = await server.signIn(lanAnh.email);
  people = [];
  for (let i = 0; i < COUNT; i++) people.push(await newPerson(server));
  groups = [];
  for (let i = 0; i < COUNT; i++) {
    const body = { local: `vong${i}`, name: '', writers: 'anyone' as const, named: [] };
    const { data } = await owner.addGroup({ params: { domain: DOMAIN }, body });
    groups.push(data.email);
    const emails = [(people[i] as NewPerson).email, outside(i)];
    await owner.addGroupMembers({ params: { domain: DOMAIN, group: data.email }, body: { emails } });
  }
});
afterAll(() => close());

const outside = (i: number) => `xa${i}@nha.example`;
const groupAt = (i: number) => groups[i % COUNT] as string;

/** Everybody's mail goes on to the next group, which saving a forward allows. */
async function forwardToNextGroup(index: number): Promise<void> {
  const { mailbox } = people[index] as NewPerson;
  const to = groupAt(index + 1);
  const definition = JSON.stringify({ type: 'autofw', is_enable: true, email: to });
  await inTransaction(server.context.db, async (tx) => {
    const id = newId(server.clock);
    await tx.insertInto('rules').values({ mailbox_id: mailbox, id, is_enable: true, definition }).execute();
    const times = { created_at: 1, verified_at: 1, code_sent_at: 1, code_hash: null };
    await tx
      .insertInto('forward_addresses')
      .values({ mailbox_id: mailbox, rule_id: id, address: to, ...times })
      .execute();
    await tx
      .updateTable('mailbox_state')
      .set((state) => ({ rules_version: state('rules_version', '+', 1) }))
      .where('mailbox_id', '=', mailbox)
      .execute();
  });
}

/** Saving refuses it, but it may get into the tables. */
async function closeCircle(): Promise<void> {
  for (let i = 0; i < COUNT; i++) {
    await sql`insert into group_members (group_id, address, member_group_id, added_at)
      select g.id, o.address, o.id, 1 from groups g, groups o
      where g.address = ${groupAt(i)} and o.address = ${groupAt(i + 1)}`.execute(server.context.db);
  }
}

async function bring(from: string, to: string, raw: string | Buffer): Promise<number | undefined> {
  const port = server.running.smtpPort as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol: 'smtp' });
  const { message, recipients } = await client.send({ from, to: [to], raw });
  client.end();
  return (message[0] ?? recipients[0])?.code;
}

/** What an outside member gets, their server sends on to the group after the next, as it came or as its own. */
async function comeBack(): Promise<{ accepted: number; refused: number }> {
  const answers = { accepted: 0, refused: 0 };
  for (let turn = 0; trap.messages.length > 0; turn++) {
    if (turn > COUNT * COUNT) throw new Error('The loop does not end');
    for (const { from, to, raw } of trap.messages.splice(0)) {
      const member = Number(/\d/.exec(to[0] ?? '')?.[0]);
      const code = await bring(turn % 2 === 0 ? from : (to[0] as string), groupAt(member + 2), raw);
      if (code === 250) answers.accepted += 1;
      else answers.refused += 1;
    }
    await runJobsUntilIdle(server.context);
  }
  return answers;
}

test('GO-9 among five groups in a circle, people who forward to the next and servers elsewhere that send on, mail ends', async () => {
  for (const index of people.keys()) await forwardToNextGroup(index);
  await closeCircle();
  const fields = [`From: ${FRIEND}`, 'Subject: Vòng', 'Message-ID: <vong@doitac.example>'];
  expect(await bring(FRIEND, groupAt(0), [...fields, '', 'Chào', ''].join('\r\n'))).toBe(250);
  await runJobsUntilIdle(server.context);
  const { accepted, refused } = await comeBack();
  expect(refused).toBeGreaterThan(0);
  // Not by each way through the groups, which are more than a hundred.
  expect(accepted).toBeLessThanOrEqual(COUNT * COUNT);
  const { db } = server.context;
  for (const { mailbox } of people) {
    const { count } = await db
      .selectFrom('messages')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('mailbox_id', '=', mailbox)
      .executeTakeFirstOrThrow();
    // Once by each group that it passed, at most.
    expect(Number(count)).toBeGreaterThan(0);
    expect(Number(count)).toBeLessThanOrEqual(2 * COUNT);
  }
  const open = await db.selectFrom('group_messages').select('id').where('finished_at', 'is', null).execute();
  expect(open).toEqual([]);
});
