import type { Endpoint } from '@bocau/contract/endpoint.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CalendarPermission } from './calendar-tables.ts';
import { newId } from './platform/ids.ts';
import { CALLERS, type Callers, makeCallers, RIGHTS } from './test-kit/calendar-rights/callers.ts';
import { CALENDAR_CALLS, expectedOf, isAboutEvents } from './test-kit/calendar-rights/calls.ts';
import { callEndpoint } from './test-kit/call-endpoint.ts';
import { addEvents, OWN_EVENT, type OwnThings, sameIdForAll } from './test-kit/own-things.ts';
import { type CallInput, sampleCall } from './test-kit/sample-calls.ts';
import { startTestServer, type TestServer } from './test-kit/start-server.ts';

const TABLE = '../../docs/calendar-rights.md';

let server: TestServer;
let callers: Callers;
const rows = { plain: new Map<string, string[]>(), private: new Map<string, string[]>() };

beforeAll(async () => {
  server = await startTestServer();
  callers = await makeCallers(server);
});
afterAll(() => server.close());

let kept: { isPrivate: boolean; things: OwnThings } | null = null;

/** What the owner shares; made anew when a call may have changed it. */
async function shared(isPrivate: boolean): Promise<OwnThings> {
  if (kept?.isPrivate !== isPrivate) kept = { isPrivate, things: await makeShared(isPrivate) };
  return kept.things;
}

/** A calendar of the owner that is shared, with two events, one of them in the trash, and a task. */
async function makeShared(isPrivate: boolean): Promise<OwnThings> {
  const { client, mailbox } = callers.own.person;
  const things = await addEvents(server.context, mailbox);
  const members = CALLERS.flatMap((name) => {
    const right = RIGHTS[name];
    if (right === undefined || right === 'OWNER') return [];
    return [{ address: callers[name].person.email, permission: right as CalendarPermission }];
  });
  await client.setCalendarMembers({ params: { id: things.calendar }, body: { members } });
  if (isPrivate) {
    const body = { calendar_id: things.calendar, fields: { ...OWN_EVENT.fields, is_private: true } };
    const [event, eventTrashed] = [
      await client.createEvent({ body }),
      await client.createEvent({ body }),
    ].map(({ data }) => data.id);
    await client.trashEvents({ body: { ids: [eventTrashed as string] } });
    const fields = { title: 'Gửi báo giá', is_private: true };
    const { data: task } = await client.createTask({ body: { calendar_id: things.calendar, fields } });
    Object.assign(things, { event, eventTrashed, task: task.id });
  }
  return { ...sameIdForAll(newId(server.clock)), ...things };
}

/** A call about what `own` has. Whether an event is private is not said: only its owner says that. */
function callOf(name: string, endpoint: Endpoint, own: OwnThings): CallInput {
  const { input } = sampleCall(endpoint, own);
  if (name === 'changeCalendarEntry') return { ...input, body: { name: newId(server.clock) } };
  // Otherwise everybody of the domain would read it.
  if (name === 'shareCalendarWithCompany') return { ...input, body: { shared: false } };
  if (name === 'createEvent')
    return { ...input, body: { calendar_id: own.calendar, fields: OWN_EVENT.fields } };
  if (name === 'changeEvent') return { ...input, body: { scope: 'all', fields: { title: 'Họp' } } };
  if (name === 'createTask')
    return { ...input, body: { calendar_id: own.calendar, fields: { title: 'Gọi' } } };
  if (name === 'changeTask') return { ...input, body: { fields: { title: 'Gọi' } } };
  return input;
}

async function ask(name: string, endpoint: Endpoint, isPrivate: boolean): Promise<string[]> {
  const cells: string[] = [];
  for (const caller of CALLERS) {
    const { headers } = callers[caller];
    const input = callOf(name, endpoint, await shared(isPrivate));
    const { status, code } = await callEndpoint(server.baseUrl, endpoint, input, headers);
    if (status < 300 && endpoint.method !== 'GET') kept = null;
    cells.push(String(status));
    const expected = expectedOf(name, caller, isPrivate);
    if (expected !== 'ok') expect([caller, status]).toEqual([caller, expected]);
    else expect([401, 403, 404], `${name} for ${caller}: ${code}`).not.toContain(status);
    if (expected !== 404) continue;
    const nothing = sameIdForAll(newId(server.clock));
    const unknown = await callEndpoint(server.baseUrl, endpoint, callOf(name, endpoint, nothing), headers);
    expect([caller, { status, code }]).toEqual([caller, unknown]);
  }
  return cells;
}

describe('every call about calendars', () => {
  test.each(CALENDAR_CALLS)('CL-110 AU-7 %s is answered by what one may', async (name, endpoint) => {
    rows.plain.set(`${endpoint.method} ${endpoint.path}`, await ask(name, endpoint, false));
  });

  test.each(CALENDAR_CALLS.filter(([name]) => isAboutEvents(name)))(
    'CL-111 %s knows nothing of a private event but for its owner',
    async (name, endpoint) => {
      rows.private.set(`${endpoint.method} ${endpoint.path}`, await ask(name, endpoint, true));
    },
  );
});

test('the table of rights is the one in the documents', async () => {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const head = [line(['call', ...CALLERS]), line(['---', ...CALLERS.map(() => '---')])];
  const of = (some: Map<string, string[]>) => [...some].map(([row, cells]) => line([`\`${row}\``, ...cells]));
  const text = [
    '# Who may what with calendars',
    '',
    'Written by `server/src/calendar-rights.test.ts` from what the program answers to each endpoint of the contract, about a',
    'calendar of `own`, the owner of the domain, that four people of it share, an event and a task in it. What is 404 is answered as if it had never',
    'been, which the test compares. Calls that name no calendar and no event are about one’s own. 400, 409 and 422 are of what',
    'a sample call sends, after its rights were looked at.',
    '',
    ...['## Calendars, their events and tasks', '', ...head, ...of(rows.plain), ''],
    ...['## A private event or task', '', ...head, ...of(rows.private), ''],
  ].join('\n');
  await expect(text).toMatchFileSnapshot(TABLE);
});
