import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../platform/db/database.ts';
import { keysInDns } from '../../test-kit/invitation-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn } from '../../test-kit/write-mail.ts';
import { insertGroup, insertMembers } from '../groups/groups.store.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const at = (day: string, clock: string) => ({ day, clock, zone: ZONE });

let server: TestServer;
let an: NewPerson;
let lan: NewPerson;
let minh: NewPerson;
let group: string;
let groups = 0;

beforeAll(async () => {
  server = await startTestServer({
    env: { ROLES: 'http,mail', SENDING_PER_HOUR: '60' },
    resolver: keysInDns,
  });
});
afterAll(() => server.close());

/** A group of Lan and Minh, whose members An does not see. */
beforeEach(async () => {
  [an, lan, minh] = [await newPerson(server), await newPerson(server), await newPerson(server)];
  const { db } = server.context;
  const { domain_id } = await db
    .selectFrom('mailboxes')
    .select('domain_id')
    .where('id', '=', an.mailbox)
    .executeTakeFirstOrThrow();
  groups += 1;
  group = `phong-${groups}@saomai.example`;
  const row = { domain_id, address: group, name: 'Phòng', writers: 'domain' as const, created_at: 1 };
  await inTransaction(db, async (tx) => {
    const id = (await insertGroup(tx, row)) as number;
    const members = [lan, minh].map(({ email, mailbox }) => ({
      ...{ address: email, person_id: mailbox, member_group_id: null },
    }));
    await insertMembers(tx, id, members, 1);
    await tx.updateTable('groups').set({ seen_by: 'members' }).where('id', '=', id).execute();
  });
});

async function work(): Promise<void> {
  server.clock.pass(60_000);
  await runJobsUntilIdle(server.context);
}

async function ask(rule: string | null = null): Promise<string> {
  const fields = {
    ...{ title: 'Họp phòng', start: at('2026-11-24', '09:00'), end: at('2026-11-24', '10:00'), rule },
    guests: [{ name: '', email: group }],
  };
  const { data } = await an.client.createEvent({ body: { fields } });
  await work();
  return data.id;
}

async function shown({ client }: NewPerson) {
  const query = { from: '2026-11-23', to: '2026-11-29', zone: ZONE };
  const [first] = (await client.listEvents({ query })).data;
  return {
    listed: first,
    event: (await client.getEvent({ params: { id: first?.event_id ?? '' }, query: {} })).data,
  };
}

const answersOf = ({ attendees }: { attendees: { email: string; answer: string }[] }) =>
  Object.fromEntries(attendees.map(({ email, answer }) => [email, answer]));

async function answer(person: NewPerson, given: 'accepted' | 'declined') {
  const { event } = await shown(person);
  await person.client.answerEvent({ params: { id: event.id }, body: { answer: given } });
  await work();
}

test('CL-232 a member of a group whose members stay unseen is asked, and answers for themselves', async () => {
  const id = await ask();
  const { event, listed } = await shown(lan);
  expect(event).toMatchObject({ my_answer: 'waiting', organiser: { email: an.email } });
  expect(listed).toMatchObject({ is_waiting: true });
  expect(Object.keys(answersOf(event)).sort()).toEqual([group, lan.email].sort());
  await answer(lan, 'accepted');
  const mine = (await an.client.getEvent({ params: { id }, query: {} })).data;
  expect(answersOf(mine)).toEqual({ [group]: 'waiting', [lan.email]: 'accepted' });
  await answer(minh, 'declined');
  await answer(minh, 'accepted');
  const both = (await an.client.getEvent({ params: { id }, query: {} })).data;
  expect(answersOf(both)).toMatchObject({ [lan.email]: 'accepted', [minh.email]: 'accepted' });
});

test('CL-232 an update reaches a member once, and keeps their answer where the time is the same', async () => {
  const id = await ask('FREQ=WEEKLY;COUNT=3');
  await answer(lan, 'accepted');
  await an.client.changeEvent({ params: { id }, body: { fields: { place: 'Phòng 2' } } });
  await work();
  expect(await mailIn(lan, 'INBOX')).toHaveLength(2);
  expect((await shown(lan)).event).toMatchObject({ my_answer: 'accepted', fields: { place: 'Phòng 2' } });
  const start = at('2026-11-25', '09:00');
  const end = at('2026-11-25', '10:00');
  await an.client.changeEvent({ params: { id }, body: { fields: { start, end } } });
  await work();
  expect((await shown(lan)).event).toMatchObject({ my_answer: 'waiting', fields: { start } });
  await an.client.trashEvents({ body: { ids: [id] } });
  await work();
  const query = { from: '2026-11-23', to: '2026-12-31', zone: ZONE };
  expect((await lan.client.listEvents({ query })).data).toEqual([]);
  expect((await minh.client.listEvents({ query })).data).toEqual([]);
});

test('CL-232 a member proposes another time', async () => {
  const id = await ask();
  const other = { start: at('2026-11-25', '14:00'), end: at('2026-11-25', '15:00') };
  const { event } = await shown(lan);
  await lan.client.proposeTime({ params: { id: event.id }, body: { ...other, original: '' } });
  await work();
  const mine = (await an.client.getEvent({ params: { id }, query: {} })).data;
  expect(mine.proposals).toMatchObject([{ email: lan.email, ...other }]);
});
