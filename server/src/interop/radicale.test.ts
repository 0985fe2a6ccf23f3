import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrateMailbox } from '../admin/migrate-mailbox.ts';
import { vevent } from '../test-kit/caldav-person.ts';
import { type NewPerson, newPerson } from '../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { findRadicale } from './contact-programs.ts';
import { type RunningRadicale, startRadicale } from './start-radicale.ts';

const EVENTS = 120;
const PASSWORD = 'mật khẩu cũ';
const radicale = findRadicale();

describe.skipIf(radicale === null)('calendars of Radicale', () => {
  let server: TestServer;
  let elsewhere: RunningRadicale;
  let an: NewPerson;

  beforeAll(async () => {
    if (radicale === null) return;
    server = await startTestServer();
    an = await newPerson(server);
    const files = Array.from({ length: EVENTS }, (_, number) => {
      const start = `DTSTART:2027${String((number % 12) + 1).padStart(2, '0')}15T020000Z`;
      return [`${number}.ics`, vevent(`e${number}`, `Việc ${number}`, start, 'DURATION:PT1H')] as const;
    });
    elsewhere = await startRadicale(radicale, {
      ...{ user: 'lan', password: PASSWORD, tag: 'VCALENDAR' },
      files: new Map(files),
    });
  });
  afterAll(async () => {
    await server?.close();
    await elsewhere?.stop();
  });

  async function migrate() {
    const stdin = new PassThrough();
    stdin.end(`${PASSWORD}\n`);
    const out: string[] = [];
    const code = await migrateMailbox.run({
      context: server.context,
      args: [an.email, '--from', `caldav://lan@127.0.0.1:${elsewhere.port}`, '--json'],
      out: { write: (text: string) => out.push(text) },
      err: { write: () => undefined },
      stdin,
    });
    return { code, report: JSON.parse(out.join('')) };
  }

  test('CL-158 move in whole, and once', async () => {
    const first = await migrate();
    expect(first).toMatchObject({ code: 0, report: { from: 'lan@127.0.0.1', whole: true, stopped: null } });
    expect(first.report.calendars).toMatchObject([{ in_source: EVENTS, created: EVENTS }]);
    const again = await migrate();
    expect(again.report.calendars).toMatchObject([{ created: 0, already_there: EVENTS }]);
    const query = { from: '2027-01-01', to: '2027-12-31', zone: 'Asia/Ho_Chi_Minh' };
    expect((await an.client.listEvents({ query })).data).toHaveLength(EVENTS);
  });
});
