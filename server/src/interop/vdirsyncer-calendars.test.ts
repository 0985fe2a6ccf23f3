import { readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CalDavPerson, calDavPerson, vevent, vtodo } from '../test-kit/caldav-person.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { findVdirsyncer, type PythonProgram } from './contact-programs.ts';
import { openSyncedFolder, type SyncedFolder } from './synced-folder.ts';

const vdirsyncer = findVdirsyncer();
/** More than it asks for at once. */
const EVENTS = 150;
const DAY = '2026-03-02';
const TIMES = ['DTSTART;TZID=Asia/Ho_Chi_Minh:20260302T090000', 'DURATION:PT1H'];

describe.skipIf(vdirsyncer === null)('vdirsyncer of Debian, with calendars', () => {
  let server: TestServer;
  let an: CalDavPerson;
  let synced: SyncedFolder;
  let files: string;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    an = await calDavPerson(server);
    const site = { ...an, url: `${server.baseUrl}/` };
    synced = await openSyncedFolder(vdirsyncer as PythonProgram, site, 'calendars');
    files = synced.filesOf(an.calendar.split('/').at(-2) ?? '');
    return () => synced.remove();
  });

  async function run(verb: 'discover' | 'sync'): Promise<void> {
    const { code, said } = await synced[verb]();
    expect(code, said).toBe(0);
  }

  const event = (name: string, title: string) => vevent(name, title, ...TIMES, 'X-ODD:a\\,b');
  const put = (name: string, text: string) => an.dav.call('PUT', `${an.calendar}${name}.ics`, { body: text });
  const textOf = async (name: string) => (await an.dav.call('GET', `${an.calendar}${name}.ics`)).text;
  const fileOf = (name: string) => readFile(join(files, `${name}.ics`), 'utf8');

  test('CL-8 brings all events and tasks, and takes the same changes to both sides', async () => {
    for (let at = 0; at < EVENTS; at += 1) await put(`n${at}`, event(`n${at}`, `Việc thứ ${at}`));
    await put('task', vtodo('task', 'Mua hoa'));
    await run('discover');
    await run('sync');
    expect(await readdir(files)).toHaveLength(EVENTS + 1);
    expect(await fileOf('n7')).toContain('X-ODD:a\\,b');
    expect(await fileOf('task')).toContain('Mua hoa');

    await writeFile(join(files, 'n1.ics'), event('n1', 'Sửa ở đây'));
    await writeFile(join(files, 'new.ics'), event('new', 'Mới ở đây'));
    await unlink(join(files, 'n2.ics'));
    await put('n3', event('n3', 'Sửa ở xa'));
    await an.dav.call('DELETE', `${an.calendar}n4.ics`);
    await writeFile(join(files, 'n5.ics'), event('n5', 'Hai bên, ở đây'));
    await put('n5', event('n5', 'Hai bên, ở xa'));
    await run('sync');

    expect(await textOf('n1')).toContain('Sửa ở đây');
    const query = { from: DAY, to: DAY, zone: 'Asia/Ho_Chi_Minh' };
    const titles = (await an.client.listEvents({ query })).data.map(({ title }) => title);
    expect(titles).toContain('Mới ở đây');
    expect((await an.dav.call('GET', `${an.calendar}n2.ics`)).status).toBe(404);
    expect(await fileOf('n3')).toContain('Sửa ở xa');
    expect(await fileOf('n5')).toContain('ở xa');
    expect(await readdir(files)).not.toContain('n4.ics');
    expect(await readdir(files)).toHaveLength(EVENTS);
    expect(titles).toHaveLength(EVENTS - 1);

    await run('sync');
    expect(await readdir(files)).toHaveLength(EVENTS);
  });
});
