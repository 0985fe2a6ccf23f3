import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createApiClient } from '@bocau/contract/client.ts';
import { expect, onTestFinished, test } from 'vitest';
import { databaseUrl } from '../platform/db/pg-config.ts';
import { startChildServer } from '../test-kit/child-server.ts';
import { createTestDatabase } from '../test-kit/database.ts';
import { fastFolder } from '../test-kit/global-setup.ts';
import { connectMail } from '../test-kit/smtp-client.ts';
import { DOMAIN, openParts, preparePeople } from './prepare-people.ts';

const EMAIL = `p0@${DOMAIN}`;
const PASSWORD = 'BoCau@2026';
const BYTES = 25 * 1024 * 1024;
/** Sequential requests answered during delivery; a blocked event loop would answer one or two. */
const SERVED_AT_LEAST = 20;

test('lists are served while a mail of 25 MB comes in by SMTP', { timeout: 120_000 }, async () => {
  const dataDir = await mkdtemp(join(fastFolder(), 'bocau-big-'));
  const database = await createTestDatabase();
  onTestFinished(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  });
  const env = { DATABASE_URL: databaseUrl(database.pgConfig) };
  const parts = await openParts(dataDir, env);
  await preparePeople(parts, 1, { password: PASSWORD });
  await parts.close();
  const child = await startChildServer({ dataDir, env });
  const client = createApiClient({ baseUrl: child.baseUrl, fetch });
  client.setToken((await client.login({ body: { email: EMAIL, password: PASSWORD } })).data.token);

  const mail = await connectMail({ host: '127.0.0.1', port: child.smtpPort, protocol: 'smtp' });
  const raw = bigMail();
  let served = 0;
  let came = false;
  const sending = mail.send({ from: 'k@minhphat.example', to: [EMAIL], raw }).then((answer) => {
    came = true;
    return answer;
  });
  while (!came) {
    await client.listThreads({ query: { in: 'INBOX' } });
    served += 1;
  }
  const { message } = await sending;
  mail.end();
  expect(message[0]).toMatchObject({ code: 250 });
  expect(served).toBeGreaterThan(SERVED_AT_LEAST);

  const [thread] = (await client.listThreads({ query: { in: 'INBOX' } })).data;
  const opened = await client.getThread({ params: { id: thread?.id as string }, query: {} });
  expect(opened.data.messages[0]?.files.map(({ name }) => name)).toEqual([
    'anh-0.jpg',
    'anh-1.jpg',
    'anh-2.jpg',
  ]);
  expect(await child.stop()).toBe(0);
});

/** A message with long text and three images. */
function bigMail(): Buffer {
  const head = [
    'From: Kho <k@minhphat.example>',
    'Subject: Anh chup lo hang',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
  ];
  const text = 'Em gửi ảnh chụp lô hàng hôm nay.\r\n'.repeat(20_000);
  const pictures = [0, 1, 2].map((number) =>
    [
      '--b',
      `Content-Type: image/jpeg; name=anh-${number}.jpg`,
      'Content-Disposition: attachment',
      'Content-Transfer-Encoding: base64',
      '',
      randomBytes((BYTES - text.length) / 4.2)
        .toString('base64')
        .replace(/(.{76})/g, '$1\r\n'),
    ].join('\r\n'),
  );
  const body = ['--b', 'Content-Type: text/plain; charset=utf-8', '', text, ...pictures, '--b--', ''];
  return Buffer.from([...head, '', ...body].join('\r\n'));
}
