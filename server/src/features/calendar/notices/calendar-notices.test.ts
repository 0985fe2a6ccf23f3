import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';

let server: TestServer;
let owner: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
  owner = await newPerson(server);
});
afterAll(() => server.close());

async function newCalendar(name: string): Promise<(members: NewPerson[]) => Promise<unknown>> {
  const { id } = (await owner.client.createCalendar({ body: { name, color: '#0b8043' } })).data;
  return (people) => {
    const members = people.map(({ email }) => ({ address: email, permission: 'WRITE' as const }));
    return owner.client.setCalendarMembers({ params: { id }, body: { members } });
  };
}

async function inboxOf({ client }: NewPerson) {
  await runJobsUntilIdle(server.context);
  return (await client.listThreads({ query: { in: 'INBOX' } })).data;
}

test('CL-214 who a calendar is shared with is told once, with a way to open it', async () => {
  const [one, two] = [await newPerson(server), await newPerson(server)];
  const share = await newCalendar('Dự án');
  await share([one]);
  const [told, ...more] = await inboxOf(one);
  expect(told?.subject).toMatch(/đã chia sẻ lịch “Dự án” với bạn$/);
  expect(told?.snippet).toContain('thêm và sửa các sự kiện');
  expect(more).toEqual([]);
  // Neither who had it already, nor who gets it back at once.
  await share([one, two]);
  await share([]);
  await share([one]);
  expect(await inboxOf(one)).toHaveLength(1);
  expect(await inboxOf(two)).toHaveLength(0);
});

test('CL-214 who has no more when the notice would be filed is told nothing', async () => {
  const one = await newPerson(server);
  const share = await newCalendar('Xưởng');
  await share([one]);
  await share([]);
  expect(await inboxOf(one)).toEqual([]);
});
