import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InvitationGiven, keysInDns, receiveInvitation } from '../../test-kit/invitation-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startWithTrap, type TrappedServer } from '../../test-kit/start-with-trap.ts';

const at = (day: string, clock: string) => ({ day, clock, zone: 'Asia/Ho_Chi_Minh' });
const BINH = 'binh@doitac.example';

let trapped: TrappedServer;
let an: NewPerson;
let lan: NewPerson;

beforeAll(async () => {
  trapped = await startWithTrap({ resolver: keysInDns });
  [an, lan] = [await newPerson(trapped.server), await newPerson(trapped.server)];
});
afterAll(() => trapped.close());

async function work(): Promise<void> {
  trapped.server.clock.pass(60_000);
  await runJobsUntilIdle(trapped.server.context);
}

async function ask(title: string): Promise<string> {
  const guests = [lan.email, BINH].map((email) => ({ name: '', email }));
  const times = { start: at('2026-11-24', '09:00'), end: at('2026-11-24', '10:00') };
  const { data } = await an.client.createEvent({ body: { fields: { title, ...times, guests } } });
  await work();
  return data.id;
}

const conversations = async ({ client }: NewPerson, folder: string) =>
  (await client.listThreads({ query: { in: folder } })).data.map(({ message_count }) => message_count);

test('CL-233 invitation, update, answer and cancellation of a meeting are one conversation, and another meeting another one', async () => {
  const id = await ask('Họp tuần');
  const change = (fields: object) => an.client.changeEvent({ params: { id }, body: { fields } });
  await change({ start: at('2026-11-25', '09:00'), end: at('2026-11-25', '10:00') });
  await work();
  await change({ title: 'Họp tháng' });
  await work();
  const query = { from: '2026-11-23', to: '2026-11-29', zone: 'Asia/Ho_Chi_Minh' };
  const [mine] = (await lan.client.listEvents({ query })).data;
  await lan.client.answerEvent({ params: { id: mine?.event_id ?? '' }, body: { answer: 'accepted' } });
  await work();
  await an.client.trashEvents({ body: { ids: [id] } });
  await work();
  // Of the guest with their answer, of the organiser with that, too.
  expect(await conversations(lan, 'INBOX')).toEqual([5]);
  expect(await conversations(an, 'Sent')).toEqual([5]);
  await ask('Họp tuần');
  expect(await conversations(lan, 'INBOX')).toEqual([1, 5]);
  const outside = trapped.trap.messages.filter(({ to }) => to.includes(BINH));
  const roots = outside.map(({ raw }) => /^References: (<[^>]+>)/im.exec(raw.toString())?.[1]);
  expect(roots[0]).toMatch(/^<meeting-/);
  expect(new Set(roots.slice(0, 4)).size).toBe(1);
  expect(roots[4]).not.toBe(roots[0]);
});

const receive = (to: NewPerson, given: InvitationGiven) => receiveInvitation(trapped.server, to, given);

test('CL-266 what does not prove to be of who asks stands apart, though it knows the UID', async () => {
  const uid = 'chot-gia@doitac.example';
  const all = () => conversations(lan, 'INBOX');
  const others = (await all()).length;
  await receive(lan, { uid });
  await receive(lan, { uid, sequence: 1, stamp: '20261121T010000Z' });
  expect((await all()).length).toBe(others + 1);
  // In the organiser's name without proof, and a stranger who is proven to be one.
  await receive(lan, { uid, method: 'CANCEL', signedBy: null, stamp: '20261122T010000Z' });
  await receive(lan, { uid, from: 'ke.gian@evil.example', stamp: '20261123T010000Z' });
  expect((await all()).length).toBe(others + 3);
});

test('CL-266 the answer of a guest from outside joins the conversation, and one in their name does not', async () => {
  const uid = await ask('Họp với Bình');
  const reply = (given: InvitationGiven) =>
    receive(an, {
      ...{ method: 'REPLY', uid, organiser: an.email, from: `Bình <${BINH}>` },
      attendees: [`ATTENDEE;PARTSTAT=ACCEPTED:mailto:${BINH}`],
      ...given,
    });
  const latest = async () => (await an.client.listThreads({ query: { in: 'Sent' } })).data[0];
  await reply({ signedBy: null, stamp: '20261121T010000Z' });
  expect((await latest())?.message_count).toBe(1);
  await reply({ stamp: '20261121T020000Z' });
  expect((await latest())?.message_count).toBe(2);
});

test('CL-416 of the messages of a meeting its answer is known as one', async () => {
  await ask('Chốt giá');
  const query = { from: '2026-11-23', to: '2026-11-29', zone: 'Asia/Ho_Chi_Minh' };
  const mine = (await lan.client.listEvents({ query })).data.find(({ title }) => title === 'Chốt giá');
  await lan.client.answerEvent({ params: { id: mine?.event_id ?? '' }, body: { answer: 'accepted' } });
  await work();
  const [thread] = (await lan.client.listThreads({ query: { in: 'INBOX' } })).data;
  const { data } = await lan.client.getThread({ params: { id: thread?.id ?? '' }, query: { in: 'INBOX' } });
  expect(data.messages.map(({ folder, files }) => [folder, files[0]?.is_answer])).toEqual([
    ['INBOX', undefined],
    ['Sent', true],
  ]);
});
