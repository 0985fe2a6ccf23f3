import { generateKeyPairSync } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { signMessage } from '../platform/smtp-out/sign-message.ts';
import { fileMail } from '../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../test-kit/run-jobs.ts';
import { connectMail } from '../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { mailIn, writeDraft } from '../test-kit/write-mail.ts';
import { type DebianPrograms, findDebianPrograms } from './debian-programs.ts';
import { startRspamd } from './start-rspamd.ts';

const programs = findDebianPrograms();
const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEY = KEYS.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
/** Longer than the wait for a daemon, so that one that never listens is ended. */
const START_MS = 80_000;

describe.skipIf(programs === null)('rspamd from Debian', () => {
  let rspamd: Awaited<ReturnType<typeof startRspamd>>;
  let server: TestServer;
  let an: NewPerson;

  beforeAll(async () => {
    rspamd = await startRspamd(programs as DebianPrograms, {
      texts: { 'bocau._domainkey.saomai.example': `v=DKIM1; k=rsa; p=${KEY}` },
    });
    // It uses the time of day, and penalizes messages with a past date.
    server = await startTestServer({
      env: { ROLES: 'http,mail', RSPAMD: rspamd.url, RSPAMD_CONTROLLER: rspamd.url },
      clock: systemClock,
    });
    an = await newPerson(server);
  }, START_MS);
  afterAll(async () => {
    await server?.close();
    await rspamd?.stop();
  });

  /** How many messages were learned as spam, and as ham. */
  const trainings = async () => {
    const { values } = await server.context.metrics.spamTraining.get();
    return ['spam', 'ham'].map((kind) => values.find(({ labels }) => labels.outcome === kind)?.value ?? 0);
  };

  const symbolsOf = async (given: Parameters<typeof writeDraft>[2]) => {
    const { id } = await writeDraft(an, ['khach@minhphat.example'], given);
    return (await an.client.getSpamInfo({ params: { id } })).data.symbols;
  };

  test('SP-1 lists what makes a draft look like spam, in its own words', async () => {
    const symbols = await symbolsOf({
      subject: 'FREE MONEY!!! BUY CHEAP VIAGRA NOW',
      body: '<p style="color:#ffffff;background-color:#ffffff">Buy <a href="http://203.0.113.7/viagra">http://bank.example/</a></p>',
    });
    expect(symbols.length).toBeGreaterThan(1);
    expect(symbols).toContainEqual({
      name: 'SUBJ_ALL_CAPS',
      description: expect.stringMatching(/capital letters/i),
      score: expect.any(Number),
      type: 'subject',
    });
    expect(symbols.every(({ score }) => score > 0)).toBe(true);
  });

  test('SP-1 has little to say about a message in Vietnamese', async () => {
    const symbols = await symbolsOf({
      subject: 'Biên bản họp ngày 20 tháng 11',
      body: '<p>Chào anh Đức,</p><p>Em gửi anh biên bản cuộc họp sáng nay, mong anh xem và góp ý.</p><p>Lan Anh</p>',
    });
    expect(symbols).toEqual([]);
  });

  const GTUBE = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';
  const VIETNAMESE = 'Chào anh Đức, em gửi anh biên bản cuộc họp sáng nay, mong anh xem và góp ý. Lan Anh';

  test.each([
    ['smtp', GTUBE, 'Junk', { score: 15, reasons: ['GTUBE'] }],
    ['lmtp', GTUBE, 'Junk', { score: 15, reasons: ['GTUBE'] }],
    ['smtp', VIETNAMESE, 'INBOX', null],
    ['lmtp', VIETNAMESE, 'INBOX', null],
  ] as const)('judges what comes in by %s: %s goes to %s', async (protocol, text, folder, spam) => {
    const reader = await newPerson(server);
    const port = server.running[`${protocol}Port`] as number;
    const client = await connectMail({ host: '127.0.0.1', port, protocol });
    const raw = [
      'From: Khách <khach@minhphat.example>',
      `To: ${reader.email}`,
      'Subject: Biên bản họp',
      `Date: ${new Date(systemClock.now()).toUTCString()}`,
      'Message-ID: <gtube@minhphat.example>',
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
      '',
      text,
      '',
    ].join('\r\n');
    await client.send({ from: 'khach@minhphat.example', to: [reader.email], raw });
    client.end();
    expect(await mailIn(reader, folder)).toMatchObject([{ spam }]);
  });

  test('learns what is moved into Junk, and the contrary when that is undone', async () => {
    const reader = await newPerson(server);
    await fileMail(server.context, reader.mailbox, { text: VIETNAMESE });
    const { data: threads } = await reader.client.listThreads({ query: { in: 'INBOX' } });
    const [inbox = '', junk = ''] = await Promise.all(
      ['INBOX', 'Junk'].map(
        async (name) => (await reader.client.getFolderByName({ query: { name } })).data.id,
      ),
    );
    for (const [from, to, times] of [
      [inbox, junk, [1, 0]],
      [junk, inbox, [1, 1]],
    ] as const) {
      const group = { thread_ids: threads.map(({ id }) => id), from_folder_id: from, to_folder_id: to };
      await reader.client.moveThreads({ body: [group] });
      await runJobsUntilIdle(server.context);
      expect(await trainings()).toEqual(times);
    }
  });

  test('finds our signature good, and sees when something was changed', async () => {
    const message =
      'From: an@saomai.example\r\nTo: khach@minhphat.example\r\nSubject: Xin\r\n chào\r\n\r\nNội dung.\r\n';
    const lines = await signMessage(Readable.from([Buffer.from(message)]), {
      key: {
        selector: 'bocau',
        privateKey: KEYS.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      },
      domain: 'saomai.example',
      at: new Date('2026-01-01T00:00:00Z'),
    });
    const verdicts = async (raw: string) => {
      const answer = await fetch(new URL('/checkv2', rspamd.url), { method: 'POST', body: raw });
      const { symbols } = (await answer.json()) as { symbols: Record<string, unknown> };
      return Object.keys(symbols).filter((name) => /^R_DKIM/.test(name));
    };
    expect(await verdicts(lines + message)).toEqual(['R_DKIM_ALLOW']);
    expect(await verdicts(lines + message.replace('Nội dung', 'Khác'))).toEqual(['R_DKIM_REJECT']);
  });
});
