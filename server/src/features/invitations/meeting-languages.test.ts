import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startWithTrap, type TrappedServer } from '../../test-kit/start-with-trap.ts';
import { mailIn } from '../../test-kit/write-mail.ts';
import { byLanguage } from './by-language.ts';

const at = (clock: string) => ({ day: '2026-11-24', clock, zone: 'Asia/Ho_Chi_Minh' });
const OUTSIDE = { name: '', email: 'binh@doitac.example' };

let trapped: TrappedServer;
let an: NewPerson;
let lan: NewPerson;
let john: NewPerson;
let mai: NewPerson;

beforeAll(async () => {
  trapped = await startWithTrap();
  const { server } = trapped;
  [an, lan, john] = [await newPerson(server), await newPerson(server), await newPerson(server)];
  mai = await newPerson(server, { domain: 'bienxanh.example' });
  for (const { client } of [john, mai]) {
    await client.saveSettings({ body: [{ key: 'language', value: 'en' }] });
  }
});
afterAll(() => trapped.close());

const guest = ({ email }: { email: string }) => ({ name: '', email });
const subjects = async (person: NewPerson, folder = 'INBOX') =>
  (await mailIn(person, folder)).map(({ subject }) => subject).toSorted();

async function work(): Promise<void> {
  trapped.server.clock.pass(60_000);
  await runJobsUntilIdle(trapped.server.context);
}

test('CL-354 colleagues read of a meeting in their own language, once, and others in that of who asks', async () => {
  const guests = [lan, john, OUTSIDE].map(guest);
  const fields = { title: 'Giao ban', start: at('09:00'), end: at('10:00'), guests };
  const { id } = (await an.client.createEvent({ body: { fields } })).data;
  await work();
  await work();
  expect(await subjects(lan)).toEqual(['Lời mời: Giao ban (24/11, 09:00 GMT+7)']);
  expect(await subjects(john)).toEqual(['Invitation: Giao ban (24 Nov, 09:00 GMT+7)']);
  expect(trapped.trap.messages.map(({ to }) => to)).toEqual([[OUTSIDE.email]]);
  expect(await subjects(an, 'Sent')).toHaveLength(2);
  // All who are asked are named, whatever they read.
  const [asked] = await mailIn(john, 'INBOX');
  const { data } = await john.client.getMessage({ params: { id: asked?.id ?? '' }, query: {} });
  for (const { email } of guests) expect(JSON.stringify(data)).toContain(email);
  await an.client.trashEvents({ body: { ids: [id] } });
  await work();
  expect((await subjects(john))[0]).toMatch(/^Cancelled: Giao ban/);
  expect(await subjects(lan)).toContainEqual(expect.stringMatching(/^Đã hủy: Giao ban/));
});

test('CL-354 an answer that is given on the message is in the language of the colleague who asked', async () => {
  const fields = { title: 'Chốt giá', start: at('14:00'), end: at('15:00'), guests: [guest(john)] };
  await an.client.createEvent({ body: { fields } });
  await work();
  const asked = (await mailIn(john, 'INBOX')).find(({ subject }) => subject.includes('Chốt giá'));
  const { data } = await john.client.getMessage({ params: { id: asked?.id ?? '' }, query: {} });
  const card = data.files.find(({ name }) => name === 'invite.ics');
  await john.client.answerInvitation({ params: { id: card?.id ?? '' }, body: { answer: 'accepted' } });
  await work();
  expect(await subjects(an)).toEqual(['Đồng ý tham dự: Chốt giá']);
});

test('CL-354 a tag and capitals of an address change nothing; a group and other domains have the language of who asks', async () => {
  const { db } = trapped.server.context;
  const tagged = john.email.replace('@', '+Du-An@').toUpperCase();
  const people = [tagged, lan.email, 'nhom@saomai.example', mai.email].map((email) => ({ name: '', email }));
  const found = await byLanguage(db, an.mailbox, people);
  expect(found.get('en')).toEqual([people[0]]);
  expect(found.get('vi')).toEqual(people.slice(1));
  const english = await byLanguage(db, john.mailbox, people);
  expect(english.get('en')).toEqual([people[0], ...people.slice(2)]);
});
