import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type InvitationGiven, keysInDns, receiveInvitation } from '../../test-kit/invitation-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn } from '../../test-kit/write-mail.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const at = (day: string, clock: string) => ({ day, clock, zone: ZONE });
const OTHER = { start: at('2026-11-25', '14:00'), end: at('2026-11-25', '15:00') };
const SECOND = '20261201T020000Z';

let server: TestServer;
let an: NewPerson;
let lan: NewPerson;

beforeAll(async () => {
  server = await startTestServer({
    env: { ROLES: 'http,mail', SENDING_PER_HOUR: '60' },
    resolver: keysInDns,
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  [an, lan] = [await newPerson(server), await newPerson(server)];
});

async function work(): Promise<void> {
  server.clock.pass(60_000);
  await runJobsUntilIdle(server.context);
}

/** Before anybody is told of what they change. */
async function waitLonger({ client }: NewPerson): Promise<void> {
  await client.saveSettings({
    body: [
      { key: 'enable_delay_send', value: true },
      { key: 'time_delay_send', value: 30 },
    ],
  });
}

async function ask(rule: string | null = null): Promise<string> {
  const fields = {
    ...{ title: 'Họp tuần', start: at('2026-11-24', '09:00'), end: at('2026-11-24', '10:00'), rule },
    guests: [{ name: 'Lan', email: lan.email }],
  };
  const { data } = await an.client.createEvent({ body: { fields } });
  await work();
  return data.id;
}

async function shown({ client }: NewPerson, original = '') {
  const query = { from: '2026-11-23', to: '2026-12-31', zone: ZONE };
  const [first] = (await client.listEvents({ query })).data;
  if (!first) throw new Error('there is an event');
  const params = { id: first.event_id };
  return (await client.getEvent({ params, query: original === '' ? {} : { original } })).data;
}

async function propose(original = '', more: Partial<typeof OTHER> & { words?: string } = {}) {
  const { id } = await shown(lan);
  const body = { ...OTHER, words: 'Sáng tôi bận', original, ...more };
  return (await lan.client.proposeTime({ params: { id }, body })).data;
}

const subjects = async (person: NewPerson) => (await mailIn(person, 'INBOX')).map(({ subject }) => subject);
const cardOf = async ({ client, mailbox }: NewPerson, method: string) => {
  const file = await server.context.db
    .selectFrom('attachments')
    .select('id')
    .where('mailbox_id', '=', mailbox)
    .where('calendar', 'is not', null)
    .where((eb) => eb(eb.ref('calendar', '->>').key('method'), '=', method))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return { id: file.id, card: (await client.getInvitation({ params: { id: file.id } })).data };
};

/** Also where it lies in the thread of an invitation. */
async function sentBy({ mailbox }: NewPerson): Promise<string[]> {
  const rows = await server.context.db
    .selectFrom('outbox as o')
    .innerJoin('messages as m', (join) =>
      join.onRef('m.mailbox_id', '=', 'o.mailbox_id').onRef('m.id', '=', 'o.message_id'),
    )
    .select('m.subject')
    .where('o.mailbox_id', '=', mailbox)
    .where('m.mailbox_id', '=', mailbox)
    .execute();
  return rows.map(({ subject }) => subject);
}

describe('another time', () => {
  test('CL-190 that a guest proposes is told to the organiser by mail, once, and stands at the event and at its message', async () => {
    await ask();
    const mine = await propose();
    expect(mine.proposals).toMatchObject([{ email: lan.email, ...OTHER, words: 'Sáng tôi bận' }]);
    await work();
    await work();
    expect(await subjects(an)).toEqual(['Đề nghị giờ khác: Họp tuần']);
    const theirs = await shown(an);
    expect(theirs.fields.start).toEqual(at('2026-11-24', '09:00'));
    expect(theirs.proposals).toMatchObject([
      { name: 'Lan', email: lan.email, ...OTHER, words: 'Sáng tôi bận' },
    ]);
    const { card } = await cardOf(an, 'COUNTER');
    expect(card).toMatchObject({ kind: 'counter', unproven: false, event_id: theirs.id });
    expect(card?.proposal).toMatchObject({ email: lan.email, original: '', ...OTHER });
    expect((await cardOf(lan, 'REQUEST')).card?.proposal).toMatchObject(OTHER);
  });

  test('CL-191 is accepted by moving the event, of which guests are told as of others; undone in time, it stands again', async () => {
    const id = await ask();
    await propose();
    await work();
    const change = (fields: object) => an.client.changeEvent({ params: { id }, body: { fields } });
    await change(OTHER);
    expect((await shown(an)).proposals).toBeUndefined();
    await change({ start: at('2026-11-24', '09:00'), end: at('2026-11-24', '10:00') });
    expect((await shown(an)).proposals).toHaveLength(1);
    await change(OTHER);
    await work();
    const guest = await shown(lan);
    expect(guest.fields).toMatchObject(OTHER);
    expect(guest.proposals).toBeUndefined();
    expect(await subjects(lan)).toContainEqual(expect.stringContaining('Lời mời đã thay đổi: Họp tuần'));
    // Where it comes back later, what was answered is no question any more.
    await change({ start: at('2026-11-24', '09:00'), end: at('2026-11-24', '10:00') });
    await work();
    expect((await shown(an)).proposals).toBeUndefined();
    expect((await cardOf(an, 'COUNTER')).card?.proposal).toBeNull();
  });

  test('CL-333 and an answer count where the meeting was moved, or is elsewhere, and back before its guests were told', async () => {
    const id = await ask();
    const change = (fields: object) => an.client.changeEvent({ params: { id }, body: { fields } });
    await change({ ...OTHER, place: 'Phòng B' });
    await change({ start: at('2026-11-24', '09:00'), end: at('2026-11-24', '10:00'), place: '' });
    await work();
    expect(await subjects(lan)).toHaveLength(1);
    const card = await cardOf(lan, 'REQUEST');
    await lan.client.answerInvitation({ params: { id: card.id }, body: { answer: 'accepted' } });
    await propose();
    await work();
    const theirs = await shown(an);
    expect(theirs.attendees).toMatchObject([{ email: lan.email, answer: 'accepted' }]);
    expect(theirs.proposals).toMatchObject([{ email: lan.email, ...OTHER }]);
  });

  test('CL-311 an answer by mail that crosses a change of the place counts, and one to another time does not', async () => {
    const id = await ask();
    const answer = async (given: 'accepted' | 'declined') => {
      const { id: file } = await cardOf(lan, 'REQUEST');
      await lan.client.answerInvitation({ params: { id: file }, body: { answer: given } });
    };
    await an.client.changeEvent({ params: { id }, body: { fields: { place: 'Phòng B' } } });
    await answer('accepted');
    await work();
    expect((await shown(an)).attendees).toMatchObject([{ answer: 'accepted' }]);
    await an.client.changeEvent({ params: { id }, body: { fields: OTHER } });
    await answer('declined');
    await runJobsUntilIdle(server.context);
    expect((await shown(an)).attendees).not.toMatchObject([{ answer: 'declined' }]);
  });

  test.each([
    ['moved', OTHER],
    ['without its guest', { guests: [] }],
  ])(
    'CL-438 an answer that comes while the meeting is %s counts where that is taken back before anybody is told',
    async (_, changed) => {
      await waitLonger(an);
      const id = await ask();
      const before = await shown(an);
      const change = (fields: object) => an.client.changeEvent({ params: { id }, body: { fields } });
      const { id: file } = await cardOf(lan, 'REQUEST');
      await change(changed);
      await lan.client.answerInvitation({ params: { id: file }, body: { answer: 'tentative' } });
      server.clock.pass(10_000);
      await runJobsUntilIdle(server.context);
      expect(await subjects(an)).toEqual([expect.stringContaining('Họp tuần')]);
      expect(await subjects(lan), 'only the invitation').toHaveLength(1);
      const { start, end } = before.fields;
      await change({ start, end, guests: [{ name: 'Lan', email: lan.email }] });
      await work();
      expect(await shown(lan)).toMatchObject({ my_answer: 'tentative', fields: { start, end } });
      expect((await shown(an)).attendees).toMatchObject([{ email: lan.email, answer: 'tentative' }]);
    },
  );

  test('CL-438 an answer that was given before the meeting moved is told again where it is given to the new time too', async () => {
    const id = await ask();
    const mine = (await shown(lan)).id;
    const answer = (given: 'accepted' | 'declined' | 'tentative') =>
      lan.client.answerEvent({ params: { id: mine }, body: { answer: given } });
    await answer('declined');
    await work();
    await waitLonger(lan);
    await answer('tentative');
    await an.client.changeEvent({ params: { id }, body: { fields: OTHER } });
    server.clock.pass(10_000);
    await runJobsUntilIdle(server.context);
    expect(await shown(lan)).toMatchObject({ my_answer: 'waiting', fields: OTHER });
    await answer('declined');
    await work();
    expect((await shown(an)).attendees).toMatchObject([{ email: lan.email, answer: 'declined' }]);
  });

  test.each(['', '20261201T020000Z'])(
    'CL-267 whose time is taken (%j) comes, and is not asked again; others are',
    async (original) => {
      const minh = await newPerson(server);
      const day = original === '' ? '2026-11-24' : '2026-12-01';
      const fields = {
        ...{ title: 'Họp tuần', start: at('2026-11-24', '09:00'), end: at('2026-11-24', '10:00') },
        rule: original === '' ? null : 'FREQ=WEEKLY;COUNT=4',
        guests: [lan, minh].map(({ email }) => ({ name: '', email })),
      };
      const { id } = (await an.client.createEvent({ body: { fields } })).data;
      await work();
      const times = { start: at(day, '15:00'), end: at(day, '16:00') };
      await propose(original, times);
      await work();
      const scope = original === '' ? {} : { scope: 'one' as const, original };
      await an.client.changeEvent({ params: { id }, body: { ...scope, fields: times } });
      await work();
      expect(await shown(lan, original)).toMatchObject({ my_answer: 'accepted', fields: times });
      expect(await shown(minh, original)).toMatchObject({ my_answer: 'waiting', fields: times });
      const { card } = await cardOf(lan, 'REQUEST');
      expect(card).toMatchObject({ answered: { answer: 'accepted', to_this: true }, may_answer: true });
      const answers = (await shown(an, original)).attendees.map(({ email, answer }) => [email, answer]);
      expect(Object.fromEntries(answers)).toEqual({ [lan.email]: 'accepted', [minh.email]: 'waiting' });
    },
  );

  test('CL-192 that is declined is so for the guest, who is told once and may propose another one', async () => {
    const id = await ask();
    await propose();
    await work();
    const decline = () =>
      an.client.declineProposal({ params: { id }, body: { original: '', email: lan.email } });
    expect((await decline()).data.proposals).toBeUndefined();
    await expect(decline()).rejects.toMatchObject({ code: 'invitation_closed' });
    await work();
    expect(await subjects(lan)).toContain('Không đổi giờ: Họp tuần');
    const declined = await shown(lan);
    expect(declined).toMatchObject({ my_answer: 'waiting', proposals: [{ ...OTHER, is_declined: true }] });
    expect((await cardOf(lan, 'DECLINECOUNTER')).card).toMatchObject({
      kind: 'counter_declined',
      unproven: false,
    });
    const later = { start: at('2026-11-26', '08:00'), end: at('2026-11-26', '09:00') };
    await propose('', later);
    await work();
    expect((await shown(an)).proposals).toMatchObject([later]);
    expect((await shown(lan)).proposals?.[0]).not.toHaveProperty('is_declined');
  });

  test('CL-193 is one for one of a series, which moves alone', async () => {
    const id = await ask('FREQ=WEEKLY;COUNT=4');
    const there = { start: at('2026-12-02', '14:00'), end: at('2026-12-02', '15:00') };
    await propose(SECOND, there);
    await work();
    expect((await shown(an)).proposals).toBeUndefined();
    expect((await shown(an, SECOND)).proposals).toMatchObject([{ original: SECOND, ...there }]);
    const body = { scope: 'one' as const, original: SECOND, fields: there };
    await an.client.changeEvent({ params: { id }, body });
    await work();
    expect((await shown(lan, SECOND)).fields).toMatchObject(there);
    expect((await shown(lan)).fields.start).toEqual(at('2026-11-24', '09:00'));
    expect((await shown(lan, SECOND)).proposals).toBeUndefined();
  });

  test('CL-238 is withdrawn by who proposed it, of which the organiser is told once; a late copy brings it back to nobody', async () => {
    const id = await ask();
    await propose();
    await work();
    const params = { id: (await shown(lan)).id };
    const withdraw = (person = lan) => person.client.withdrawProposal({ params, body: {} });
    await expect(an.client.withdrawProposal({ params: { id }, body: {} })).rejects.toMatchObject({
      code: 'invitation_closed',
    });
    const [proposed] = (await shown(an)).proposals ?? [];
    expect((await withdraw()).data.proposals).toBeUndefined();
    await expect(withdraw()).rejects.toMatchObject({ code: 'invitation_closed' });
    await work();
    await work();
    expect(await subjects(an)).toEqual(['Đề nghị giờ khác: Họp tuần', 'Rút lại đề nghị đổi giờ: Họp tuần']);
    expect((await shown(an)).proposals).toBeUndefined();
    const body = { original: '', email: lan.email };
    const declined = an.client.declineProposal({ params: { id }, body });
    await expect(declined).rejects.toMatchObject({ code: 'invitation_closed' });
    const query = { from: '2026-11-23', to: '2026-12-31', zone: ZONE };
    for (const { client } of [an, lan])
      expect((await client.listEvents({ query })).data[0]).not.toHaveProperty('has_proposal');
    await propose();
    await work();
    expect((await shown(an)).proposals?.[0]?.proposed_at).toBeGreaterThan(proposed?.proposed_at ?? 0);
  });

  test('CL-194 is for what somebody else asks to, of the same kind, and another one than there is', async () => {
    const id = await ask();
    const own = an.client.proposeTime({ params: { id }, body: OTHER });
    await expect(own).rejects.toMatchObject({ code: 'invitation_closed' });
    const same = { start: at('2026-11-24', '09:00'), end: at('2026-11-24', '10:00') };
    await expect(propose('', same)).rejects.toMatchObject({ code: 'invalid_event' });
    const day = { day: '2026-11-25', clock: null, zone: null } as never;
    await expect(propose('', { start: day, end: day })).rejects.toMatchObject({ code: 'invalid_event' });
    await expect(propose('20261125T020000Z')).rejects.toMatchObject({ code: 'invitation_closed' });
    await work();
    expect(await subjects(an)).toEqual([]);
  });
});

/** As other programs write it: Outlook with its names of zones, Google in UTC. */
const counterOf = (lines: string[]): Pick<InvitationGiven, 'method' | 'lines'> => ({
  method: 'COUNTER',
  lines: ['SUMMARY:Họp tuần', ...lines],
});
const OUTLOOK = [
  'DTSTART;TZID=SE Asia Standard Time:20261125T140000',
  'DTEND;TZID=SE Asia Standard Time:20261125T150000',
  'DESCRIPTION:Chiều được không?\\n',
  'X-MS-OLK-ORIGINALSTART;TZID=SE Asia Standard Time:20261124T090000',
];
const GOOGLE = ['DTSTART:20261125T070000Z', 'DTEND:20261125T080000Z', 'COMMENT:Chiều được không?'];

describe('another time that comes by mail', () => {
  const BINH = 'binh@doitac.example';

  async function asked() {
    const fields = {
      ...{ title: 'Họp tuần', start: at('2026-11-24', '09:00'), end: at('2026-11-24', '10:00') },
      guests: [{ name: '', email: BINH }],
    };
    const { id } = (await an.client.createEvent({ body: { fields } })).data;
    await work();
    const { uid } = await server.context.db
      .selectFrom('calendar_objects')
      .select('uid')
      .where('mailbox_id', '=', an.mailbox)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { id, uid };
  }

  async function receive(uid: string, given: InvitationGiven) {
    const attendees = [`ATTENDEE;PARTSTAT=TENTATIVE:mailto:${BINH}`];
    const fixed = { uid, organiser: an.email, from: BINH, attendees };
    const file = await receiveInvitation(server, an, { ...fixed, ...given });
    await work();
    return file;
  }

  test.each([
    ['Outlook', OUTLOOK],
    ['Google', GOOGLE],
  ])('CL-195 is read as %s writes it, with the answer that it says', async (_program, lines) => {
    const { uid } = await asked();
    await receive(uid, counterOf(lines));
    const { attendees, proposals } = await shown(an);
    expect(proposals).toMatchObject([{ email: BINH, ...OTHER, words: 'Chiều được không?' }]);
    expect(attendees).toMatchObject([{ email: BINH, answer: 'tentative' }]);
  });

  test('CL-196 changes nothing where its sender is not proven, or is not who proposes it', async () => {
    const { uid } = await asked();
    const file = await receive(uid, { ...counterOf(GOOGLE), signedBy: null });
    await receive(uid, { ...counterOf(GOOGLE), from: 'mai@evil.example' });
    await receive(uid, { ...counterOf(GOOGLE), from: lan.email, submittedBy: lan });
    expect((await shown(an)).proposals).toBeUndefined();
    const { data } = await an.client.getInvitation({ params: { id: file } });
    expect(data).toMatchObject({ kind: 'counter', unproven: true, proposal: null });
  });

  test('CL-196 that is doubled, late or of an earlier version changes nothing', async () => {
    const { id, uid } = await asked();
    const stamp = '20261120T030000Z';
    await receive(uid, { ...counterOf(GOOGLE), stamp });
    await an.client.declineProposal({ params: { id }, body: { email: BINH } });
    await receive(uid, { ...counterOf(GOOGLE), stamp });
    const earlier = ['DTSTART:20261127T070000Z', 'DTEND:20261127T080000Z'];
    await receive(uid, { ...counterOf(earlier), stamp: '20261120T020000Z' });
    expect((await shown(an)).proposals).toBeUndefined();
    const moved = { start: at('2026-11-24', '11:00'), end: at('2026-11-24', '12:00') };
    await an.client.changeEvent({ params: { id }, body: { fields: moved } });
    await receive(uid, { ...counterOf(GOOGLE), stamp: '20261120T040000Z' });
    expect((await shown(an)).proposals).toBeUndefined();
    await receive(uid, { ...counterOf(GOOGLE), stamp: '20261120T050000Z', sequence: 1 });
    expect((await shown(an)).proposals).toMatchObject([OTHER]);
  });

  test('CL-238 that is withdrawn before it comes is not there', async () => {
    const { uid } = await asked();
    const present = ['DTSTART:20261124T020000Z', 'DTEND:20261124T030000Z'];
    await receive(uid, { ...counterOf(present), stamp: '20261120T030000Z' });
    await receive(uid, { ...counterOf(GOOGLE), stamp: '20261120T020000Z' });
    expect((await shown(an)).proposals).toBeUndefined();
  });

  test('CL-197 on the message of an invitation it is proposed to somebody elsewhere, and the event is in the calendar', async () => {
    const id = await receiveInvitation(server, an, { uid: `${an.email} hop` });
    const { data } = await an.client.proposeInvitationTime({ params: { id }, body: OTHER });
    expect(data).toMatchObject({ proposal: OTHER, answered: null, may_answer: true });
    expect(data.event_id).not.toBeNull();
    await work();
    expect(await sentBy(an)).toEqual(['Đề nghị giờ khác: Họp chốt giá']);
    const stranger = await receiveInvitation(server, an, { uid: `${an.email} khac`, attendees: [] });
    const refused = an.client.proposeInvitationTime({ params: { id: stranger }, body: OTHER });
    await expect(refused).rejects.toMatchObject({ code: 'invitation_closed' });
  });
});

test('CL-190 who proposes time after time is held up, as each is a message to who organises', async () => {
  await ask();
  const clocks = Array.from({ length: 20 }, (_, minute) => `14:${String(minute).padStart(2, '0')}`);
  for (const clock of clocks) await propose('', { start: at('2026-11-25', clock) });
  await expect(propose()).rejects.toMatchObject({ status: 429, code: 'too_many_requests' });
});
