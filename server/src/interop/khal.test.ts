import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CalDavPerson, calDavPerson } from '../test-kit/caldav-person.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { findKhal } from './calendar-programs.ts';
import { findVdirsyncer, type PythonProgram } from './contact-programs.ts';
import { clockAt, eventsInWeb, ZONE } from './events-in-web.ts';
import { runProgram } from './run-program.ts';
import { openSyncedFolder, type SyncedFolder } from './synced-folder.ts';

const [vdirsyncer, khal] = [findVdirsyncer(), findKhal()];

/** It reads and writes the files that vdirsyncer brings and takes. */
describe.skipIf(vdirsyncer === null || khal === null)('khal of Debian', () => {
  let server: TestServer;
  let an: CalDavPerson;
  let synced: SyncedFolder;

  beforeAll(async () => {
    server = await startTestServer();
    an = await calDavPerson(server);
    const site = { ...an, url: `${server.baseUrl}/` };
    synced = await openSyncedFolder(vdirsyncer as PythonProgram, site, 'calendars');
    await done(synced.discover());
    const place = join(synced.folder, 'settings/khal');
    await mkdir(place, { recursive: true });
    await writeFile(join(place, 'config'), settings(synced));
  });
  afterAll(async () => {
    await synced?.remove();
    await server?.close();
  });

  function settings({ folder, filesOf }: SyncedFolder): string {
    const [day, time] = ['%Y-%m-%d', '%H:%M'];
    return `
[calendars]
[[web]]
path = ${filesOf(an.calendar.split('/').at(-2) ?? '')}
[sqlite]
path = ${join(folder, 'khal.db')}
[default]
default_calendar = web
[locale]
local_timezone = ${ZONE}
default_timezone = ${ZONE}
timeformat = ${time}
dateformat = ${day}
longdateformat = ${day}
datetimeformat = ${day} ${time}
longdatetimeformat = ${day} ${time}
`;
  }

  async function done(ended: Promise<{ code: number | null; said: string }>): Promise<string> {
    const { code, said } = await ended;
    expect(code, said).toBe(0);
    return said;
  }

  function run(...args: string[]): Promise<string> {
    const { command = [], env = {} } = khal ?? {};
    const places = { HOME: synced.folder, XDG_CONFIG_HOME: join(synced.folder, 'settings') };
    return done(runProgram([...command, ...args], { env: { ...env, ...places } }));
  }

  const listed = (from: string, to: string) =>
    run('list', '--format', '{start-time} {title}@{location}', '--day-format', '{date}', from, to);

  test('CL-8 what it adds, once and each week, is so in the web', async () => {
    await run(
      'new',
      '--location',
      'Phòng A',
      '2026-03-03',
      '14:00',
      '15:30',
      'Họp với Lan',
      '::',
      'Mang hợp đồng',
    );
    await run(
      'new',
      '--repeat',
      'weekly',
      '--until',
      '2026-04-30',
      '2026-03-04',
      '09:00',
      '10:00',
      'Giao ban',
    );
    await run('new', '2026-03-05', '2026-03-06', 'Đi Huế');
    await done(synced.sync());
    expect(await eventsInWeb(an.client, '2026-03-01', '2026-03-11')).toEqual([
      '2026-03-03 14:00 Họp với Lan',
      '2026-03-04 09:00 Giao ban',
      '2026-03-05 Đi Huế',
      '2026-03-11 09:00 Giao ban',
    ]);
  });

  test('CL-8 it shows what the web has made, with one moved and one left out', async () => {
    const body = {
      fields: {
        title: 'Tập yoga',
        start: clockAt('2026-04-07', '06:00'),
        end: clockAt('2026-04-07', '07:00'),
        rule: 'FREQ=DAILY;COUNT=4',
      },
    };
    const { id } = (await an.client.createEvent({ body })).data;
    const fields = { start: clockAt('2026-04-08', '17:00'), end: clockAt('2026-04-08', '18:00') };
    await an.client.changeEvent({
      params: { id },
      body: { scope: 'one', original: '20260407T230000Z', fields },
    });
    await an.client.dropOccurrences({
      params: { id },
      body: { scope: 'one', original: '20260408T230000Z' },
    });
    await done(synced.sync());
    expect((await listed('2026-04-07', '2026-04-11')).trim().split('\n')).toEqual([
      ...['2026-04-07', '06:00 Tập yoga@'],
      ...['2026-04-08', '09:00 Giao ban@', '17:00 Tập yoga@'],
      ...['2026-04-10', '06:00 Tập yoga@'],
    ]);
    expect(await listed('2026-03-03', '2026-03-04')).toContain('14:00 Họp với Lan@Phòng A');
  });
});
