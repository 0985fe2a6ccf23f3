import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calDavPerson, vevent } from '../../test-kit/caldav-person.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const at = (day: string, clock: string) => ({ day, clock, zone: ZONE });
const OTHER = { start: at('2026-11-25', '14:00'), end: at('2026-11-25', '15:00') };
const SECOND = '20261201T020000Z';

let server: TestServer;
let an: NewPerson;
let lan: NewPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail', SENDING_PER_HOUR: '60' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  [an, lan] = [await newPerson(server), await newPerson(server)];
});

async function work(): Promise<void> {
  server.clock.pass(60_000);
  await runJobsUntilIdle(server.context);
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

async function listed({ client }: NewPerson, query = { from: '2026-11-23', to: '2026-12-06', zone: ZONE }) {
  return (await client.listEvents({ query })).data;
}

async function idOf(person: NewPerson): Promise<string> {
  const [first] = await listed(person);
  if (!first) throw new Error('there is an event');
  return first.event_id;
}

const waitingOf = async (person: NewPerson, query?: Parameters<typeof listed>[1]) =>
  (await listed(person, query)).map(({ is_waiting = false }) => is_waiting);
const maybeOf = async (person: NewPerson, query?: Parameters<typeof listed>[1]) =>
  (await listed(person, query)).map(({ is_maybe = false }) => is_maybe);
const proposedFor = async (person: NewPerson) =>
  (await listed(person)).map(({ has_proposal = false }) => has_proposal);

describe('what is not answered', () => {
  test('CL-230 is so in lists for who was asked, and not for who asks, until it is answered', async () => {
    await ask('FREQ=WEEKLY');
    expect(await waitingOf(lan)).toEqual([true, true]);
    expect(await waitingOf(an)).toEqual([false, false]);
    // Beyond the rows, too.
    const later = { from: '2031-01-06', to: '2031-01-12', zone: ZONE };
    expect(await waitingOf(lan, later)).toEqual([true]);
    const params = { id: await idOf(lan) };
    await lan.client.answerEvent({ params, body: { answer: 'tentative', original: SECOND } });
    expect(await waitingOf(lan)).toEqual([true, false]);
    await lan.client.answerEvent({ params, body: { answer: 'accepted' } });
    expect(await waitingOf(lan)).toEqual([false, false]);
  });

  test('CL-437 what was answered with “maybe” is so in lists until it is answered otherwise', async () => {
    await ask('FREQ=WEEKLY');
    const params = { id: await idOf(lan) };
    await lan.client.answerEvent({ params, body: { answer: 'tentative' } });
    expect(await maybeOf(lan)).toEqual([true, true]);
    expect(await maybeOf(an)).toEqual([false, false]);
    // Beyond the rows, too.
    const later = { from: '2031-01-06', to: '2031-01-12', zone: ZONE };
    expect(await maybeOf(lan, later)).toEqual([true]);
    await lan.client.answerEvent({ params, body: { answer: 'accepted', original: SECOND } });
    expect(await maybeOf(lan)).toEqual([true, false]);
    await lan.client.answerEvent({ params, body: { answer: 'accepted' } });
    expect(await maybeOf(lan, later)).toEqual([false]);
  });

  test('CL-437 what was answered with “maybe” is told to others as tentative', async () => {
    await ask();
    await lan.client.answerEvent({ params: { id: await idOf(lan) }, body: { answer: 'tentative' } });
    const body = { emails: [lan.email], from: '2026-11-24', to: '2026-11-24', zone: ZONE };
    const { data } = await an.client.listBusyTimes({ body });
    expect(data).toMatchObject([{ busy: [{ tentative: true }] }]);
  });

  test('CL-230 says so to those with whom a calendar is shared, unless they see times alone', async () => {
    await ask();
    const params = { id: (await lan.client.listCalendars({})).data[0]?.id ?? '' };
    const minh = await newPerson(server);
    for (const [permission, isTold] of [
      ['READ', true],
      ['BUSY', false],
    ] as const) {
      const members = [{ address: minh.email, permission }];
      await lan.client.setCalendarMembers({ params, body: { members } });
      expect(await waitingOf(minh)).toEqual([isTold]);
    }
  });

  test.each(['NEEDS-ACTION', 'TENTATIVE'])(
    'CL-230 CL-437 what was declined by one address is that alone, though %s stands at another',
    async (answer) => {
      const ha = await calDavPerson(server);
      const alias = ha.email.replace('@', '.alias@');
      await server.context.db
        .insertInto('addresses')
        .values({ address: alias, mailbox_id: ha.mailbox })
        .execute();
      const times = ['DTSTART:20261124T020000Z', 'DTEND:20261124T030000Z'];
      const asked = [
        'ORGANIZER:mailto:khach@minhphat.example',
        `ATTENDEE;PARTSTAT=${answer}:mailto:${alias}`,
      ];
      const body = vevent('two', 'Họp', ...times, ...asked, `ATTENDEE;PARTSTAT=DECLINED:mailto:${ha.email}`);
      expect((await ha.dav.call('PUT', `${ha.calendar}two.ics`, { body })).status).toBe(201);
      const [event] = await listed(ha);
      expect(event).toMatchObject({ is_declined: true });
      expect([event?.is_waiting, event?.is_maybe]).toEqual([undefined, undefined]);
    },
  );

  test('CL-230 a time that is proposed waits at the event of both, until it is declined or the event is moved', async () => {
    const id = await ask();
    const propose = async () =>
      lan.client.proposeTime({ params: { id: await idOf(lan) }, body: { ...OTHER, original: '' } });
    await propose();
    await work();
    expect(await proposedFor(an)).toEqual([true]);
    expect(await proposedFor(lan)).toEqual([true]);
    await an.client.declineProposal({ params: { id }, body: { original: '', email: lan.email } });
    await work();
    expect(await proposedFor(an)).toEqual([false]);
    expect(await proposedFor(lan)).toEqual([false]);
    await propose();
    await work();
    await an.client.changeEvent({ params: { id }, body: { fields: OTHER } });
    expect(await proposedFor(an)).toEqual([false]);
  });

  test('CL-230 a time that is proposed for one of a series waits at that one alone', async () => {
    await ask('FREQ=WEEKLY;COUNT=2');
    const there = { start: at('2026-12-02', '14:00'), end: at('2026-12-02', '15:00') };
    await lan.client.proposeTime({ params: { id: await idOf(lan) }, body: { ...there, original: SECOND } });
    await work();
    expect(await proposedFor(an)).toEqual([false, true]);
  });
});
