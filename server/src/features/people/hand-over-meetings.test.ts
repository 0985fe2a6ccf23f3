import type { CalendarEvent, EventFields } from '@bocau/contract/calendar.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readWholeObjects } from '../../calendar/objects/objects.store.ts';
import { readHeldRooms } from '../../calendar/rooms/rooms.store.ts';
import { readOwed } from '../../calendar/scheduling/owed.store.ts';
import { lanAnh } from '../../demo-world/people.ts';
import { holdSender } from '../../mail/outbox/holds.store.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { keysInDns } from '../../test-kit/invitation-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn } from '../../test-kit/write-mail.ts';
import { handOverMeetings } from '../calendar/hand-over-meetings.ts';
import { countNotExported } from '../transfer/transfer.store.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const WEEK = { from: '2026-11-23', to: '2026-11-29', zone: ZONE };
const OUTSIDE = { name: 'Khách', email: 'khach@minhphat.example' };
const at = (day: string, clock: string) => ({ day, clock, zone: ZONE });

let server: TestServer;
let an: NewPerson;
let lan: NewPerson;
let minh: NewPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail' }, resolver: keysInDns });
});
afterAll(() => server.close());
beforeEach(async () => {
  [an, lan, minh] = [await newPerson(server), await newPerson(server), await newPerson(server)];
});

const owner = () => server.signIn(lanAnh.email);
const params = ({ mailbox }: NewPerson) => ({ params: { id: String(mailbox) } });
const guest = ({ email }: NewPerson) => ({ name: '', email });
const refused = (status: number, code: string) => expect.objectContaining({ status, code });

async function work(): Promise<void> {
  server.clock.pass(60_000);
  await runJobsUntilIdle(server.context);
}

async function ask(fields: Partial<EventFields> = {}): Promise<CalendarEvent> {
  const whole = { title: 'Giao ban', start: at('2026-11-24', '09:00'), end: at('2026-11-24', '10:00') };
  const guests = [guest(minh), OUTSIDE];
  return (await an.client.createEvent({ body: { fields: { ...whole, guests, ...fields } } })).data;
}

async function asked(fields: Partial<EventFields> = {}): Promise<CalendarEvent> {
  const event = await ask(fields);
  await work();
  return event;
}

const give = async (to: { email: string }) =>
  (await owner()).handOverMeetings({ ...params(an), body: { heir: to.email } });

async function handed(to: NewPerson): Promise<void> {
  await give(to);
  await work();
  await work();
}

async function eventsOf({ client }: NewPerson): Promise<CalendarEvent[]> {
  const listed = (await client.listEvents({ query: WEEK })).data;
  const ids = [...new Set(listed.map(({ event_id }) => event_id))];
  const found = ids.map(async (id) => (await client.getEvent({ params: { id }, query: {} })).data);
  return (await Promise.all(found)).toSorted((a, b) => (a.fields.title < b.fields.title ? -1 : 1));
}

async function eventOf(person: NewPerson): Promise<CalendarEvent> {
  const [first] = await eventsOf(person);
  if (!first) throw new Error('there is an event');
  return first;
}

const organisersOf = async (person: NewPerson) =>
  (await eventsOf(person)).map(({ fields, organiser }) => [fields.title, organiser?.email]);

const answersOf = ({ attendees }: CalendarEvent) =>
  Object.fromEntries(attendees.map(({ email, answer }) => [email, answer]));

async function sourceOf(person: NewPerson, id: string): Promise<string> {
  const [whole] = await readWholeObjects(server.context.db, person.mailbox, [id]);
  return whole?.source.toString().replaceAll('\r\n ', '') ?? '';
}

/** To whom what has left went, by its subject. */
async function sentTo({ mailbox }: NewPerson, subject: RegExp): Promise<string[]> {
  const rows = await server.context.db
    .selectFrom('outbox as o')
    .innerJoin('messages as m', (join) =>
      join.onRef('m.mailbox_id', '=', 'o.mailbox_id').onRef('m.id', '=', 'o.message_id'),
    )
    .innerJoin('outbox_recipients as r', (join) =>
      join.onRef('r.mailbox_id', '=', 'o.mailbox_id').onRef('r.outbox_id', '=', 'o.id'),
    )
    .select(['m.subject', 'r.email'])
    .where('o.mailbox_id', '=', mailbox)
    .where('m.mailbox_id', '=', mailbox)
    .where('r.mailbox_id', '=', mailbox)
    .execute();
  return rows.flatMap((row) => (subject.test(row.subject) ? [row.email] : [])).toSorted();
}

const countOf = async (person: NewPerson) =>
  (await (await owner()).showAnyPerson({ params: { id: person.email } })).data.meetings;

const nameOf = async ({ email }: NewPerson) =>
  (await (await owner()).showAnyPerson({ params: { id: email } })).data.fullname;

test.each(['suspended', 'deleted'] as const)(
  'CL-294 the meetings of who is %s go to a colleague who was no guest, and guests hear of it once',
  async (how) => {
    await asked();
    await asked({ title: 'Hằng ngày', rule: 'FREQ=DAILY;COUNT=3' });
    await minh.client.answerEvent({
      params: { id: (await eventOf(minh)).id },
      body: { answer: 'tentative' },
    });
    await work();
    const client = await owner();
    await (how === 'deleted' ? client.deletePerson(params(an)) : client.suspendPerson(params(an)));
    expect(await countOf(an)).toEqual({ open: 2, private: 0, more: false });
    await handed(lan);
    const all = [
      ['Giao ban', lan.email],
      ['Hằng ngày', lan.email],
    ];
    expect(await organisersOf(lan)).toEqual(all);
    expect(await organisersOf(minh)).toEqual(all);
    for (const person of [lan, minh]) {
      expect(answersOf(await eventOf(person))).toEqual({
        ...{ [lan.email]: 'accepted', [minh.email]: 'tentative', [OUTSIDE.email]: 'waiting' },
      });
    }
    expect(await sentTo(lan, /Lời mời đã thay đổi/)).toEqual(
      [minh.email, minh.email, OUTSIDE.email, OUTSIDE.email].toSorted(),
    );
    expect(await countOf(an)).toEqual({ open: 0, private: 0, more: false });
    expect(await countOf(lan)).toEqual({ open: 2, private: 0, more: false });

    // It is theirs to move and to call off.
    const theirs = await eventOf(lan);
    await lan.client.changeEvent({ params: { id: theirs.id }, body: { fields: { place: 'Phòng B' } } });
    await work();
    expect((await eventOf(minh)).fields.place).toBe('Phòng B');
    await lan.client.trashEvents({ body: { ids: [theirs.id] } });
    await work();
    expect(await sentTo(lan, /Đã hủy/)).toEqual([minh.email, OUTSIDE.email].toSorted());
  },
);

test('CL-294 both audits say it, and the heir is told once, of all meetings together', async () => {
  await asked();
  await asked({ title: 'Hằng tháng' });
  await (await owner()).suspendPerson(params(an));
  await handed(lan);
  const notices = async (person: NewPerson) =>
    (await mailIn(person, 'INBOX')).flatMap(({ subject }) => (/cuộc hẹn của/.test(subject) ? [subject] : []));
  const name = (await eventOf(minh)).organiser?.name;
  expect(name).not.toBe('');
  const said = await notices(lan);
  expect(said).toEqual([expect.stringMatching(/^Bạn đã nhận 2 cuộc hẹn của /)]);
  const { data: log } = await (await owner()).listAuditLog({ query: {} });
  expect(log).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        ...{ act: 'meetings_hand_over_asked', person: an.email, after: `${lan.email} (2)` },
        actor: lanAnh.email,
      }),
      expect.objectContaining({
        ...{ act: 'meetings_handed_over', person: an.email, after: `${lan.email} (2)`, actor: lanAnh.email },
      }),
      expect.objectContaining({ act: 'meetings_received', person: lan.email, after: `${an.email} (2)` }),
    ]),
  );
});

/** What the audit says of meetings that were handed over by a person of the test, oldest first. */
async function auditOf(...people: NewPerson[]): Promise<string[]> {
  const { data: log } = await (await owner()).listAuditLog({ query: {} });
  const lines = log.flatMap(({ act, person, after }) =>
    people.some(({ email }) => email === person) && act.startsWith('meetings_') ? [`${act} ${after}`] : [],
  );
  return lines.toReversed();
}

async function waitingToSend(): Promise<void> {
  for (const title of ['A', 'B', 'C']) await asked({ title });
  await (await owner()).suspendPerson(params(an));
  await give(lan);
  const { sending } = server.context.config;
  const usual = { ...sending };
  Object.assign(sending, { perHour: 8 });
  await runJobsUntilIdle(server.context).finally(() => Object.assign(sending, usual));
  expect(await organisersOf(lan)).toHaveLength(2);
}

test('CL-312 what is under way is told with who gets them, how many went over and when it goes on', async () => {
  await asked();
  await give(lan);
  expect((await countOf(an)).hand_over).toEqual({
    ...{ heir: { name: await nameOf(lan), email: lan.email }, moved: 0, left: 1, failed: false },
  });
  await work();
  await work();
  expect(await countOf(an)).toEqual({ open: 0, private: 0, more: false });
});

test('CL-312 what waits until more may be sent says until when', async () => {
  await waitingToSend();
  const { hand_over } = await countOf(an);
  expect(hand_over).toMatchObject({ heir: { email: lan.email }, moved: 2, left: 1, failed: false });
  expect((hand_over?.goes_on_at ?? 0) * 1000).toBeGreaterThan(server.clock.now());
});

test('CL-313 while meetings are handed over they go to nobody else, and to the same colleague once', async () => {
  await asked();
  const calls = [lan, minh, lan, minh].map((to) =>
    give(to).then(
      () => to,
      (error) => error,
    ),
  );
  const answers = await Promise.all(calls);
  const to = answers.find((one) => one === lan || one === minh);
  const other = to === lan ? minh : lan;
  expect(answers.filter((one) => one === to)).toHaveLength(2);
  expect(answers.filter((one) => one === other)).toEqual([]);
  await expect(give(other)).rejects.toMatchObject({
    ...{ status: 409, code: 'operation_in_progress', details: { heir: to.email } },
  });
  await work();
  await work();
  expect(await organisersOf(to)).toHaveLength(1);
  expect(await auditOf(an, lan, minh)).toEqual([
    `meetings_hand_over_asked ${to.email} (1)`,
    `meetings_handed_over ${to.email} (1)`,
    `meetings_received ${an.email} (1)`,
  ]);
  // Then they are given on.
  await asked();
  await give(other);
});

test('CL-314 who may take no more ends it: the audit, the log and who asked are told', async () => {
  await waitingToSend();
  await (await owner()).suspendPerson(params(lan));
  server.clock.pass(3_600_000);
  await work();
  expect((await countOf(an)).hand_over).toBeUndefined();
  expect(await auditOf(an, lan)).toEqual([
    `meetings_hand_over_asked ${lan.email} (3)`,
    `meetings_hand_over_stopped ${lan.email} (2/3)`,
    `meetings_received ${an.email} (2)`,
  ]);
  const client = await owner();
  const { data: threads } = await client.listThreads({ query: { in: 'INBOX' } });
  const about = `cuộc hẹn của ${await nameOf(an)}`;
  const subjects = threads.map(({ subject }) => subject).filter((subject) => subject.includes(about));
  expect(subjects).toEqual([`Chưa giao hết ${about}: còn 1`]);
});

test('CL-314 what fails to the last is said to have stopped, to who asked too', async () => {
  await asked();
  const { id } = await asked({ title: 'Hỏng' });
  const { db } = server.context;
  await db
    .updateTable('calendar_sources')
    .set({ source: Buffer.from('BEGIN:VCALENDAR') })
    .where('mailbox_id', '=', an.mailbox)
    .where('object_id', '=', id)
    .execute();
  const client = await owner();
  const { id: me } = (await client.showAnyPerson({ params: { id: lanAnh.email } })).data;
  const actor = {
    kind: 'person',
    mailboxId: Number(me),
    name: lanAnh.email,
    domainId: null,
    address: '',
  } as const;
  const job = { from: an.mailbox, to: lan.mailbox, at: server.clock.now() / 1000, asked: actor };
  const run = { signal: new AbortController().signal };
  await expect(handOverMeetings(server.context, job, run)).rejects.toThrow('1 meetings');
  expect(await auditOf(an, lan)).toEqual([]);
  await expect(handOverMeetings(server.context, job, { ...run, lastAttempt: true })).rejects.toThrow(
    '1 meet',
  );
  expect(await auditOf(an, lan)).toEqual([
    `meetings_hand_over_stopped ${lan.email} (1/2)`,
    `meetings_received ${an.email} (1)`,
  ]);
  await work();
  const subjects = (await client.listThreads({ query: { in: 'INBOX' } })).data.map(({ subject }) => subject);
  expect(subjects).toContain(`Chưa giao hết cuộc hẹn của ${await nameOf(an)}: còn 1`);
});

test('CL-314 a colleague who may take no more keeps nobody else from it', async () => {
  await waitingToSend();
  await (await owner()).suspendPerson(params(lan));
  await give(minh);
  await work();
  await work();
  expect((await organisersOf(minh)).filter(([, email]) => email === minh.email)).toHaveLength(1);
  // Two jobs, in any order.
  expect((await auditOf(an, lan, minh)).toSorted()).toEqual(
    [
      `meetings_hand_over_asked ${lan.email} (3)`,
      `meetings_hand_over_stopped ${lan.email} (2/3)`,
      `meetings_received ${an.email} (2)`,
      `meetings_hand_over_asked ${minh.email} (1)`,
      `meetings_handed_over ${minh.email} (1)`,
      `meetings_received ${an.email} (1)`,
    ].toSorted(),
  );
});

test('CL-315 what changes a person takes their id or any of their addresses', async () => {
  await asked();
  const client = await owner();
  const body = { heir: lan.email };
  await client.handOverAnyMeetings({ params: { id: an.email }, body });
  await work();
  await work();
  expect(await organisersOf(lan)).toHaveLength(1);
  await client.suspendAnyPerson({ params: { id: an.email.toUpperCase() } });
  expect((await client.showAnyPerson({ params: { id: an.email } })).data.suspended).toContain('sign_in');
  const outside = await newPerson(server, { domain: 'bienxanh.example' });
  for (const id of [outside.email, 'khong-co@saomai.example'])
    await expect(client.suspendAnyPerson({ params: { id } })).rejects.toEqual(refused(404, 'not_found'));
});

test('CL-295 who may still sign in stays as a guest and is told; who may not is no guest any more', async () => {
  const { id } = await asked();
  await handed(lan);
  expect(answersOf(await eventOf(minh))).toMatchObject({ [an.email]: 'accepted', [lan.email]: 'accepted' });
  expect(await eventOf(an)).toMatchObject({ organiser: { email: lan.email }, my_answer: 'accepted' });
  const subjects = (await mailIn(an, 'INBOX')).map(({ subject }) => subject);
  expect(subjects).toContainEqual(expect.stringMatching(/^1 cuộc hẹn của bạn đã được giao cho /));
  await expect(
    an.client.changeEvent({ params: { id }, body: { fields: { place: 'A' } } }),
  ).rejects.toMatchObject({ code: 'forbidden' });

  const other = await newPerson(server);
  const client = await owner();
  await client.suspendPerson(params(lan));
  await client.handOverMeetings({ ...params(lan), body: { heir: other.email } });
  await work();
  await work();
  expect(answersOf(await eventOf(minh))).toEqual({
    ...{ [an.email]: 'accepted', [other.email]: 'accepted' },
    ...{ [minh.email]: 'waiting', [OUTSIDE.email]: 'waiting' },
  });
  expect(await sentTo(other, /Lời mời đã thay đổi/)).toEqual(
    [an.email, minh.email, OUTSIDE.email].toSorted(),
  );
  expect(await sourceOf(other, (await eventOf(other)).id)).not.toContain(lan.email);
});

test('CL-296 private meetings stay as they are, and are counted apart', async () => {
  const { id } = await asked({ title: 'Khám bệnh', is_private: true });
  await asked();
  expect(await countOf(an)).toEqual({ open: 1, private: 1, more: false });
  await (await owner()).suspendPerson(params(an));
  await handed(lan);
  expect(await organisersOf(lan)).toEqual([['Giao ban', lan.email]]);
  expect(await sourceOf(an, id)).toMatch(new RegExp(`ORGANIZER[^\r]*${an.email}`));
  expect(await countOf(an)).toEqual({ open: 0, private: 1, more: false });
});

test('CL-294 what is over, has no guests or was called off is not among them', async () => {
  await asked({ title: 'Đã qua', start: at('2026-11-02', '09:00'), end: at('2026-11-02', '10:00') });
  await asked({ title: 'Một mình', guests: [] });
  const { id } = await asked({ title: 'Đã hủy' });
  await an.client.trashEvents({ body: { ids: [id] } });
  await work();
  expect(await countOf(an)).toEqual({ open: 0, private: 0, more: false });
  await handed(lan);
  expect(await organisersOf(lan)).toEqual([]);
  expect(await mailIn(lan, 'INBOX')).toEqual([]);
});

test('CL-294 who was a guest keeps their copy, and who threw it away has it again', async () => {
  const guests = [guest(lan), guest(minh)];
  await asked({ guests });
  await asked({ guests, title: 'Vứt đi' });
  const [kept, thrown] = await eventsOf(lan);
  await lan.client.trashEvents({ body: { ids: [thrown?.id ?? ''] } });
  await work();
  await handed(lan);
  const all = await eventsOf(lan);
  expect(all.map(({ id, organiser }) => [id, organiser?.email])).toEqual([
    [kept?.id, lan.email],
    [thrown?.id, lan.email],
  ]);
  expect(await organisersOf(minh)).toEqual([
    ['Giao ban', lan.email],
    ['Vứt đi', lan.email],
  ]);
});

async function newRoom(settings: { bookers: 'named' | 'domain'; named: string[] }) {
  const body = { local: `sen-${an.mailbox}`, settings: { name: 'Sen', ...settings } };
  const { email } = (await (await owner()).addRoom({ params: { domain: 'saomai.example' }, body })).data;
  return { name: 'Sen', email };
}

test.each(['suspended', 'deleted'] as const)(
  'CL-297 the meetings of who is %s keep rooms that the heir could not book',
  async (how) => {
    const { id } = await asked({ rooms: [await newRoom({ bookers: 'named', named: [an.email] })] });
    const client = await owner();
    await (how === 'deleted' ? client.deletePerson(params(an)) : client.suspendPerson(params(an)));
    await handed(lan);
    const theirs = await eventOf(lan);
    const held = expect.objectContaining({ is_room: true, answer: 'accepted' });
    for (const person of [lan, minh]) expect((await eventOf(person)).attendees).toContainEqual(held);
    expect(await readHeldRooms(server.context.db, lan.mailbox, theirs.id)).toHaveLength(1);
    expect(await readHeldRooms(server.context.db, an.mailbox, id)).toEqual([]);
  },
);

test('CL-297 a room that somebody else took after a deletion is not taken from them', async () => {
  const room = await newRoom({ bookers: 'domain', named: [] });
  await asked({ rooms: [room] });
  await (await owner()).deletePerson(params(an));
  const whole = { title: 'Chen vào', start: at('2026-11-24', '09:30'), end: at('2026-11-24', '10:30') };
  const fields = { ...whole, rooms: [room] };
  const { data: other } = await minh.client.createEvent({ body: { fields } });
  await work();
  await handed(lan);
  expect(await readHeldRooms(server.context.db, minh.mailbox, other.id)).toHaveLength(1);
  const lost = expect.objectContaining({ is_room: true, answer: 'declined' });
  expect((await eventOf(lan)).attendees).toContainEqual(lost);
});

test('CL-298 what guests were still to be told goes with the news, also where the giver may not send', async () => {
  const { id } = await asked();
  await an.client.changeEvent({ params: { id }, body: { fields: { place: 'Phòng C' } } });
  await (await owner()).suspendPerson(params(an));
  expect(await readOwed(server.context.db, an.mailbox, id)).toBeDefined();
  await give(lan);
  await runJobsUntilIdle(server.context);
  expect(await readOwed(server.context.db, an.mailbox, id)).toBeUndefined();
  expect(await eventOf(minh)).toMatchObject({
    organiser: { email: lan.email },
    fields: { place: 'Phòng C' },
  });
  expect(await sentTo(lan, /./)).toEqual([minh.email, OUTSIDE.email].toSorted());
});

test('CL-298 a run that was killed goes on with what is left, and one that runs twice tells nobody twice', async () => {
  for (const title of ['A', 'B', 'C']) await asked({ title });
  await (await owner()).suspendPerson(params(an));
  const job = { from: an.mailbox, to: lan.mailbox, at: server.clock.now() / 1000 };
  const killed = new AbortController();
  const { calendarPublisher } = server.context;
  const deps = {
    ...server.context,
    calendarPublisher: {
      changed(mailboxId: number) {
        calendarPublisher.changed(mailboxId);
        killed.abort(new Error('killed'));
      },
    },
  };
  await expect(handOverMeetings(deps, job, killed)).rejects.toThrow('killed');
  expect(await organisersOf(lan)).toHaveLength(1);
  for (let run = 0; run < 2; run += 1) {
    await handOverMeetings(server.context, job, new AbortController());
    await work();
  }
  expect(await organisersOf(lan)).toEqual([
    ['A', lan.email],
    ['B', lan.email],
    ['C', lan.email],
  ]);
  expect(await sentTo(lan, /Lời mời đã thay đổi/)).toHaveLength(6);
  const notices = (await mailIn(lan, 'INBOX')).filter(({ subject }) => /^Bạn đã nhận/.test(subject));
  expect(notices).toHaveLength(1);
});

test('CL-298 half of what the heir may send is left to them: the rest goes later', async () => {
  for (const title of ['A', 'B', 'C']) await asked({ title });
  await (await owner()).suspendPerson(params(an));
  const { config } = server.context;
  const narrow = { ...config, sending: { perHour: 8, perDay: 100 } };
  const job = { from: an.mailbox, to: lan.mailbox, at: server.clock.now() / 1000 };
  await handOverMeetings({ ...server.context, config: narrow }, job, new AbortController());
  expect(await organisersOf(lan)).toHaveLength(2);
  server.clock.pass(3_600_000);
  await work();
  expect(await organisersOf(lan)).toHaveLength(3);
});

test('CL-298 what the mail of the giver holds of a meeting does not leave any more', async () => {
  const { db } = server.context;
  const hold = { at: server.clock.now() / 1000, actor: 'admin', reason: '' };
  await inTransaction(db, (tx) => holdSender(tx, an.mailbox, hold));
  await asked();
  const statesOf = async ({ mailbox }: NewPerson) =>
    (
      await db
        .selectFrom('outbox_recipients')
        .select('state')
        .where('mailbox_id', '=', mailbox)
        .where('email', '=', OUTSIDE.email)
        .execute()
    ).map(({ state }) => state);
  expect(await statesOf(an)).toEqual(['held']);
  await handed(lan);
  expect(await statesOf(an)).toEqual(['failed']);
  expect(await statesOf(lan)).toHaveLength(1);
});

test('CL-298 the heir is not held for what they are handed', async () => {
  for (const title of ['A', 'B', 'C']) await asked({ title });
  await (await owner()).suspendPerson(params(an));
  const { config } = server.context;
  const narrow = { ...config, brake: { ...config.brake, perHour: 8 } };
  const job = { from: an.mailbox, to: lan.mailbox, at: server.clock.now() / 1000 };
  await handOverMeetings({ ...server.context, config: narrow }, job, new AbortController());
  expect(await organisersOf(lan)).toHaveLength(2);
});

test('CL-299 meetings go to nobody of another domain, a group, or suspended, and only owners give them', async () => {
  await asked();
  const client = await owner();
  const other = await newPerson(server, { domain: 'bienxanh.example' });
  const away = await newPerson(server);
  await client.suspendPerson(params(away));
  const mute = await newPerson(server);
  await client.changePerson({ ...params(mute), body: { enable_smtp: false } });
  const body = { local: `nhom-${an.mailbox}`, name: '', writers: 'anyone' as const };
  const group = (await client.addGroup({ params: { domain: 'saomai.example' }, body })).data;
  for (const to of [other, away, mute, an, group, { email: 'khong-co@saomai.example' }]) {
    await expect(give(to)).rejects.toEqual(refused(400, 'invalid_input'));
  }
  await expect(client.handOverMeetings({ ...params(other), body: { heir: lan.email } })).rejects.toEqual(
    refused(404, 'not_found'),
  );
  await expect(lan.client.handOverMeetings({ ...params(an), body: { heir: lan.email } })).rejects.toEqual(
    refused(403, 'forbidden'),
  );
  // Who was suspended before the job came gets nothing.
  await give(lan);
  await client.suspendPerson(params(lan));
  await work();
  expect((await eventOf(minh)).organiser?.email).toBe(an.email);
  await client.restorePerson(params(lan));
  await client.deletePerson(params(an));
  server.clock.pass(31 * 24 * 3_600_000);
  await expect(give(lan)).rejects.toEqual(refused(404, 'not_found'));
});

test('CL-350 a colleague who is only checked is refused as in the act, and nothing is handed over', async () => {
  await asked();
  const client = await owner();
  server.clock.pass(3_600_000);
  const check = (heir: string) => client.checkHeir({ ...params(an), body: { heir, gets: 'meetings' } });
  await check(lan.email);
  await expect(check('khong-co@saomai.example')).rejects.toEqual(refused(400, 'invalid_input'));
  await expect(client.handOverMeetings({ ...params(an), body: { heir: lan.email } })).rejects.toEqual(
    refused(403, 'proof_required'),
  );
  await work();
  expect((await eventOf(minh)).organiser?.email).toBe(an.email);
  expect(await auditOf(an, lan)).toEqual([]);
  await give(lan);
  await expect(check(minh.email)).rejects.toEqual(refused(409, 'operation_in_progress'));
});

test('CL-316 an export counts none of what is kept about meetings that were handed over, or their rooms', async () => {
  await asked({ rooms: [await newRoom({ bookers: 'domain', named: [] })] });
  await handed(lan);
  for (const { mailbox } of [an, lan]) {
    const counted = (await countNotExported(server.context.db, mailbox)).map(({ what }) => what);
    expect(counted.filter((what) => /meeting|room/.test(what))).toEqual([]);
  }
});
