import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InvitationGiven, keysInDns, receiveInvitation } from '../../test-kit/invitation-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const DAYS = { from: '2026-11-24', to: '2026-12-20', zone: ZONE };
const FIRST = Date.UTC(2026, 10, 24, 2);
const BINH = 'binh@doitac.example';
const HUNG = 'hung@doitac.example';
const at = (clock: string) => ({ day: '2026-11-24', clock, zone: ZONE });
const place = (nth: number) =>
  new Date(FIRST + nth * 24 * 3_600_000).toISOString().replaceAll(/[-:]|\.000/g, '');

let server: TestServer;
let an: NewPerson;
let lan: NewPerson;

beforeAll(async () => {
  server = await startTestServer({
    env: { ROLES: 'http,mail', SENDING_PER_HOUR: '300' },
    resolver: keysInDns,
  });
  [an, lan] = [await newPerson(server), await newPerson(server)];
});
afterAll(() => server.close());

async function work(): Promise<void> {
  server.clock.pass(60_000);
  await runJobsUntilIdle(server.context);
}

test('CL-373 a guest’s answers to very many dates keep no colleague from following, nor another’s answer from counting', async () => {
  const others = Array.from({ length: 20 }, (_, nth) => `nguoi${nth}@khach.example`);
  const guests = [lan.email, BINH, HUNG, ...others].map((email) => ({ name: '', email }));
  const fields = { title: 'Giao ban', start: at('09:00'), end: at('09:30'), rule: 'FREQ=DAILY', guests };
  const { id: uid } = (await an.client.createEvent({ body: { fields } })).data;
  await work();
  const reply = (from: string, nths: number[], stamp: string) => {
    const attendee = `ATTENDEE;PARTSTAT=DECLINED:mailto:${from}`;
    const lines = (nth: number) => [`RECURRENCE-ID:${place(nth)}`, `DTSTART:${place(nth)}`];
    const [first = 0, ...more] = nths;
    const next = (nth: number) => [
      ...['END:VEVENT', 'BEGIN:VEVENT', `UID:${uid}`, `DTSTAMP:${stamp}`, 'SEQUENCE:0', ...lines(nth)],
      attendee,
    ];
    const given: InvitationGiven = { method: 'REPLY', uid, stamp, organiser: an.email, from };
    const attendees = [attendee, ...more.flatMap(next)];
    return receiveInvitation(server, an, { ...given, lines: lines(first), attendees });
  };
  const range = (from: number, count: number) => Array.from({ length: count }, (_, nth) => from + nth);
  await reply(BINH, range(0, 40), '20261121T010000Z');
  await work();
  const lost = await reply(BINH, range(100, 300), '20261121T020000Z');
  const kept = await reply(BINH, [1], '20261121T030000Z');
  const true_ = await reply(HUNG, [150], '20261121T040000Z');
  await work();
  const card = async (id: string) => (await an.client.getInvitation({ params: { id } })).data;
  expect(await card(lost)).toMatchObject({ kind: 'reply', unproven: false, unkept: true });
  for (const id of [kept, true_]) expect(await card(id)).not.toHaveProperty('unkept');
  const query = { original: place(150) };
  const { attendees } = (await an.client.getEvent({ params: { id: uid }, query })).data;
  expect(attendees.find(({ email }) => email === HUNG)?.answer).toBe('declined');

  await an.client.changeEvent({ params: { id: uid }, body: { fields: { title: 'Giao ban sớm' } } });
  await an.client.dropOccurrences({ params: { id: uid }, body: { scope: 'one', original: place(20) } });
  await work();
  const seen = (await lan.client.listEvents({ query: DAYS })).data;
  expect([...new Set(seen.map(({ title }) => title))]).toEqual(['Giao ban sớm']);
  expect(seen).toHaveLength(26);
  const { size } = await server.context.db
    .selectFrom('messages')
    .select('size')
    .where('mailbox_id', '=', lan.mailbox)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(size).toBeLessThan(20_000);

  // With a change of their organiser those that are over are forgotten.
  const placesOf = async () => {
    const { source } = await server.context.db
      .selectFrom('calendar_sources')
      .select('source')
      .where('mailbox_id', '=', an.mailbox)
      .executeTakeFirstOrThrow();
    return source.toString().match(/(?<=RECURRENCE-ID[^:]*:)\d{8}/g) ?? [];
  };
  expect(await placesOf()).toContain('20261124');
  server.clock.pass(20 * 24 * 3_600_000);
  await an.client.changeEvent({ params: { id: uid }, body: { fields: { place: 'Phòng A' } } });
  const left = await placesOf();
  expect(left.length).toBeGreaterThan(0);
  expect(left.filter((day) => day < '20261208')).toEqual([]);
});
