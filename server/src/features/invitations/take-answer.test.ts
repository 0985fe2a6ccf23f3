import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type InvitationGiven, keysInDns, receiveInvitation } from '../../test-kit/invitation-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const HOA = 'hoa@khach.example';
const CLOSED = { status: 400, code: 'invitation_closed' };

let server: TestServer;
let an: NewPerson;
let meeting: string;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail' }, resolver: keysInDns });
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
  const at = (clock: string) => ({ day: '2026-11-24', clock, zone: ZONE });
  const fields = { title: 'Họp giá', start: at('09:00'), end: at('10:00') };
  const guests = [{ name: 'Hoa', email: HOA }];
  meeting = (await an.client.createEvent({ body: { fields: { ...fields, guests } } })).data.id;
});

const TIMES = [
  'DTSTART;TZID=Asia/Ho_Chi_Minh:20261124T090000',
  'DTEND;TZID=Asia/Ho_Chi_Minh:20261124T100000',
];

/** An answer of a guest whose domain signs nothing. */
const answer = (given: InvitationGiven = {}) =>
  receiveInvitation(server, an, {
    ...{ method: 'REPLY', uid: meeting, organiser: an.email, from: HOA, lines: TIMES },
    attendees: [`ATTENDEE;PARTSTAT=ACCEPTED:mailto:${HOA}`],
    ...given,
  });

const shown = async (id: string) => (await an.client.getInvitation({ params: { id } })).data;
const take = (id: string) => an.client.takeAnswer({ params: { id } });
const answers = async () =>
  (await an.client.getEvent({ params: { id: meeting }, query: {} })).data.attendees.flatMap(
    ({ email, answer: given }) => (email === HOA ? [given] : []),
  );

test('CL-377 an answer that nothing proves counts once its organiser takes it, and is offered no more', async () => {
  const id = await answer();
  expect(await shown(id)).toMatchObject({ kind: 'reply', unproven: true, may_take: true });
  expect(await answers()).toEqual(['waiting']);
  expect((await take(id)).data).not.toHaveProperty('may_take');
  expect(await answers()).toEqual(['accepted']);
  await expect(take(id)).rejects.toMatchObject(CLOSED);
  // A later one is another answer.
  const later = await answer({
    ...{ stamp: '20261102T010000Z', attendees: [`ATTENDEE;PARTSTAT=DECLINED:mailto:${HOA}`] },
  });
  await take(later);
  expect(await answers()).toEqual(['declined']);
  await expect(take(id)).rejects.toMatchObject(CLOSED);
});

test.each<[string, InvitationGiven]>([
  ['from another address than the guest’s', { from: 'ke.gian@evil.example' }],
  ['of who is no guest', { attendees: ['ATTENDEE;PARTSTAT=ACCEPTED:mailto:la@khach.example'] }],
  [
    'of two',
    {
      attendees: [
        `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${HOA}`,
        'ATTENDEE;PARTSTAT=ACCEPTED:mailto:la@khach.example',
      ],
    },
  ],
  ['to another event', { uid: 'khac@khach.example' }],
  ['that is no answer', { method: 'REQUEST' }],
])('CL-377 an answer %s is not to be taken', async (_which, given) => {
  const id = await answer(given);
  expect(await shown(id)).not.toHaveProperty('may_take');
  await expect(take(id)).rejects.toMatchObject(CLOSED);
  expect(await answers()).toEqual(['waiting']);
});

test('CL-377 an answer that is forged in the name of a colleague is not to be taken', async () => {
  const chi = await newPerson(server);
  const guests = [{ name: 'Chi', email: chi.email }];
  await an.client.changeEvent({ params: { id: meeting }, body: { fields: { guests } } });
  const id = await answer({
    ...{ from: chi.email, attendees: [`ATTENDEE;PARTSTAT=ACCEPTED:mailto:${chi.email}`] },
  });
  expect(await shown(id)).not.toHaveProperty('may_take');
  await expect(take(id)).rejects.toMatchObject(CLOSED);
});
