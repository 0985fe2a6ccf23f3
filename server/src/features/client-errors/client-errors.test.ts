import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Logger, silentLogger } from '../../platform/logger.ts';
import { newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { withoutMailContent } from './without-mail-content.ts';

let server: TestServer;
let logged: { fields: object; message: string }[];

beforeAll(async () => {
  const log: Logger = {
    ...silentLogger,
    warn: (fields: object, message: string) => void logged.push({ fields, message }),
  };
  server = await startTestServer({ log });
});
afterAll(() => server.close());
beforeEach(() => {
  logged = [];
});

const REPORT = { kind: 'error', message: 'x is not a function', where: '/assets/list-1a2b.js:3:14' } as const;

describe('a fault of the web client', () => {
  test('SD-19 is one line of the log, and says whose', async () => {
    const { client, mailbox } = await newPerson(server);
    await client.reportClientError({ body: REPORT });
    expect(logged).toEqual([{ fields: { client: REPORT, mailbox }, message: 'web client error' }]);
  });

  test('in a loop is written twenty times a minute for one session, and others are still heard', async () => {
    const { client } = await newPerson(server);
    const other = await newPerson(server);
    for (let times = 0; times < 20; times += 1) await client.reportClientError({ body: REPORT });
    await expect(client.reportClientError({ body: REPORT })).rejects.toMatchObject({
      status: 429,
      code: 'too_many_requests',
      retryAfter: 60,
    });
    await other.client.reportClientError({ body: REPORT });
    expect(logged).toHaveLength(21);
    await server.clock.advance(60_000);
    await client.reportClientError({ body: REPORT });
    expect(logged).toHaveLength(22);
  });

  test('too long to be one is refused', async () => {
    const { client } = await newPerson(server);
    const body = { ...REPORT, message: 'x'.repeat(501) };
    await expect(client.reportClientError({ body })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(logged).toEqual([]);
  });

  test.each([
    [
      "Cannot read properties of undefined (reading 'Lương tháng 11')",
      "Cannot read properties of undefined (reading '…')",
    ],
    ['Failed: "Kính gửi chị Lan" is not valid JSON', 'Failed: "…" is not valid JSON'],
    ['no thread of lan.anh@saomai.example here', 'no thread of … here'],
    ['GET /advance-search?q=lương#x failed', 'GET /advance-search failed'],
    ['/assets/a.js?v=3:10:2', '/assets/a.js:10:2'],
    ['line\r\n{"level":60}', 'line {"…":60}'],
    ['Bearer Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MDEyMzQ1Njc4OQ was refused', 'Bearer … was refused'],
    ['GET /t/q3Jm0pXyTn5k8VbR2sLw7cFhZ1dAeUgI.gif failed', 'GET /t/….gif failed'],
    ['no thread 01a1f6ae-9900-f9cf-fecd-49340de71b73', 'no thread 01a1f6ae-9900-f9cf-fecd-49340de71b73'],
    ['/assets/compose-window-DfK3x9a2.js:3:14', '/assets/compose-window-DfK3x9a2.js:3:14'],
    ['send_mail_failed receiver_not_found 550 5.1.1', 'send_mail_failed receiver_not_found 550 5.1.1'],
    ['image data:image/png;base64,AAAA', 'image data:…'],
  ])('%j is written without what may be of a mail', (text, written) => {
    expect(withoutMailContent(text)).toBe(written);
  });
});
