import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type CalDavPerson, calDavPerson, vevent, vtodo } from '../test-kit/caldav-person.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { findPythonCalDav } from './calendar-programs.ts';
import { clockAt, eventsInWeb } from './events-in-web.ts';
import { runProgram } from './run-program.ts';

const python = findPythonCalDav();

/** Signs in with the name of the site alone; what a script puts into `told` is what it answers. */
const BEGIN = `
import json, sys, uuid
from datetime import datetime, timezone
import caldav
given = json.load(sys.stdin)
client = caldav.DAVClient(url=given['url'], username=given['user'], password=given['password'])
principal = client.principal()
calendar = principal.calendars()[0]
day = lambda d: datetime(2026, 3, d, tzinfo=timezone.utc)
def times(found):
    events = [event for one in found for event in one.icalendar_instance.walk('VEVENT')]
    return sorted(f"{event['DTSTART'].dt:%m-%d %H:%M} {event['SUMMARY']}" for event in events)
told = {}
`;
const END = `
json.dump(told, open(sys.argv[1], 'w'))
`;

/** Finds calendars, makes one, puts and changes an event and a task there, and deletes what it put before. */
const WRITES = `
told['calendars'] = [one.name for one in principal.calendars()]
told['addresses'] = [str(one) for one in principal.calendar_user_address_set()]
told['components'] = sorted(calendar.get_supported_components())
made = principal.make_calendar(name='Dự án', cal_id=str(uuid.uuid4()))
told['made'] = [one.name for one in principal.calendars()]
event = made.save_event(given['event'])
event.vobject_instance.vevent.summary.value = 'Họp dự án'
event.save()
made.save_todo(given['task'])
told['task'] = [str(one.icalendar_instance.subcomponents[-1]['SUMMARY']) for one in made.todos()]
told['byUid'] = times([made.event_by_uid('python-1')])
gone = made.save_event(given['event'].replace('python-1', 'python-2'))
gone.delete()
told['left'] = len(made.events())
`;

/** Looks for what happens within a time, and when one is busy; then what has changed since. */
const READS = `
told['expanded'] = times(calendar.date_search(day(1), day(20), expand=True))
told['series'] = len(calendar.date_search(day(1), day(20), expand=False))
busy = calendar.freebusy_request(day(1), day(5))
told['busy'] = str(busy.vobject_instance.vfreebusy.contents['freebusy'][0].serialize()).strip()
state = calendar.objects_by_sync_token(load_objects=True)
told['before'] = len(list(state))
calendar.save_event(given['event'].replace('python-1', 'python-3'))
changed, gone = state.sync()
told['changed'] = [times(changed), len(list(gone))]
`;

describe.skipIf(python === null)('caldav of Python', () => {
  let server: TestServer;
  let an: CalDavPerson;

  beforeAll(async () => {
    server = await startTestServer();
    an = await calDavPerson(server);
  });
  afterAll(() => server?.close());

  const TIMES = ['DTSTART:20260303T020000Z', 'DTEND:20260303T030000Z'];

  async function run(script: string): Promise<unknown> {
    const folder = await mkdtemp(join(tmpdir(), 'bocau-caldav-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const answer = join(folder, 'told.json');
    const input = JSON.stringify({
      ...{ url: `${server.baseUrl}/dav/`, user: an.email, password: an.password },
      ...{ event: vevent('python-1', 'Họp', ...TIMES), task: vtodo('python-task', 'Mua hoa') },
    });
    const { command = [], env = {} } = python ?? {};
    const { code, said } = await runProgram([...command, '-c', `${BEGIN}${script}${END}`, answer], {
      ...{ env: { ...env, HOME: folder }, input },
    });
    expect(code, said).toBe(0);
    return JSON.parse(await readFile(answer, 'utf8'));
  }

  test('CL-1 CL-5 CL-8 finds and makes calendars, and what it puts there is so in the web', async () => {
    expect(await run(WRITES)).toEqual({
      calendars: ['Lịch'],
      addresses: [`mailto:${an.email}`],
      components: ['VEVENT', 'VTODO'],
      made: ['Lịch', 'Dự án'],
      task: ['Mua hoa'],
      byUid: ['03-03 02:00 Họp dự án'],
      left: 1,
    });
    expect(await eventsInWeb(an.client, '2026-03-01', '2026-03-31')).toEqual(['2026-03-03 09:00 Họp dự án']);
  });

  test('CL-4 CL-6 finds occurrences, busy times and changes', async () => {
    const fields = {
      title: 'Giao ban',
      start: clockAt('2026-03-04', '09:00'),
      end: clockAt('2026-03-04', '09:30'),
      rule: 'FREQ=WEEKLY',
    };
    await an.client.createEvent({ body: { fields } });
    expect(await run(READS)).toEqual({
      expanded: ['03-04 02:00 Giao ban', '03-11 02:00 Giao ban', '03-18 02:00 Giao ban'],
      series: 1,
      busy: 'FREEBUSY:20260304T020000Z/20260304T023000Z',
      before: 1,
      changed: [['03-03 02:00 Họp'], 0],
    });
  });
});
