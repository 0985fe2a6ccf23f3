import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startWithTrap, type TrappedServer } from '../../test-kit/start-with-trap.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const at = (clock: string) => ({ day: '2026-11-24', clock, zone: ZONE });
const BINH = 'binh@doitac.example';

let trapped: TrappedServer;
let an: NewPerson;
let lan: NewPerson;
let minh: NewPerson;

beforeAll(async () => {
  trapped = await startWithTrap();
  const { server } = trapped;
  [an, lan, minh] = [await newPerson(server), await newPerson(server), await newPerson(server)];
});
afterAll(() => trapped.close());

async function work(): Promise<void> {
  trapped.server.clock.pass(60_000);
  await runJobsUntilIdle(trapped.server.context);
}

async function shown({ client }: NewPerson) {
  const query = { from: '2026-11-23', to: '2026-11-29', zone: ZONE };
  const [first] = (await client.listEvents({ query })).data;
  return (await client.getEvent({ params: { id: first?.event_id ?? '' }, query: {} })).data;
}

test('CL-231 guests inside and outside see themselves and who asks; the organiser sees all, and their answers', async () => {
  const guests = [lan.email, minh.email, BINH].map((email) => ({ name: '', email }));
  const fields = { title: 'Phỏng vấn', start: at('09:00'), end: at('10:00'), guests, hides_guests: true };
  const { id } = (await an.client.createEvent({ body: { fields } })).data;
  await work();
  for (const guest of [lan, minh]) {
    const event = await shown(guest);
    expect(event.attendees.map(({ email }) => email)).toEqual([guest.email]);
    expect(event).toMatchObject({ organiser: { email: an.email }, my_answer: 'waiting' });
  }
  const [message] = trapped.trap.messages.filter(({ to }) => to.includes(BINH));
  expect(message?.to).toEqual([BINH]);
  const raw = message?.raw.toString() ?? '';
  expect(raw).not.toContain(lan.email);
  expect(raw).not.toContain(Buffer.from(lan.email).toString('base64').slice(4, -4));
  const params = { id: (await shown(lan)).id };
  await lan.client.answerEvent({ params, body: { answer: 'accepted' } });
  await work();
  const mine = (await an.client.getEvent({ params: { id }, query: {} })).data;
  expect(mine.fields.hides_guests).toBe(true);
  expect(mine.attendees).toMatchObject([
    { email: lan.email, answer: 'accepted' },
    { email: minh.email, answer: 'waiting' },
    { email: BINH, answer: 'waiting' },
  ]);
  // An answer is told to nobody else.
  expect((await shown(minh)).attendees).toHaveLength(1);
});

test('CL-231 a meeting that is handed over hides its guests as before', async () => {
  const guests = [lan, minh].map(({ email }) => ({ name: '', email }));
  const fields = { title: 'Giao lại', start: at('14:00'), end: at('15:00'), guests, hides_guests: true };
  const { id } = (await an.client.createEvent({ body: { fields } })).data;
  await work();
  await an.client.handOverEvent({ params: { id }, body: { to_email: lan.email } });
  await work();
  const query = { from: '2026-11-23', to: '2026-11-29', zone: ZONE };
  const listed = (await minh.client.listEvents({ query })).data.find(({ title }) => title === 'Giao lại');
  const event = (await minh.client.getEvent({ params: { id: listed?.event_id ?? '' }, query: {} })).data;
  expect(event).toMatchObject({ organiser: { email: lan.email } });
  expect(event.attendees.map(({ email }) => email).toSorted()).toEqual([lan.email, minh.email].toSorted());
});
