import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Message } from '@bocau/contract/messages.ts';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDomain } from '../features/people/create-people.ts';
import { readMail as readSource } from '../platform/mime/read-mail.ts';
import { freePort } from '../test-kit/free-port.ts';
import { type NewPerson, newPerson } from '../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../test-kit/run-jobs.ts';
import { connectMail } from '../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { mailIn, readMail, writeDraft } from '../test-kit/write-mail.ts';
import { type DebianPrograms, findDebianPrograms } from './debian-programs.ts';
import {
  CERTIFICATE,
  makeOpenFolder,
  type OtherMailServer,
  OUR_DOMAIN,
  THEIR_DOMAIN,
} from './other-mail-server.ts';
import { waitFor } from './run-daemon.ts';
import { startExim } from './start-exim.ts';
import { startPostfix } from './start-postfix.ts';

const programs = findDebianPrograms();
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEY_RECORD = `v=DKIM1; k=rsa; p=${KEYS.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;

/** Only our key is in DNS. */
const resolver = async (name: string, type: string): Promise<string[][]> => {
  if (type === 'TXT' && name === `bocau._domainkey.${OUR_DOMAIN}`) return [[KEY_RECORD]];
  throw Object.assign(new Error('nothing there'), { code: 'ENOTFOUND' });
};

/** Longer than the wait for a daemon, so that one that never listens is ended. */
const START_MS = 80_000;

describe.skipIf(programs === null).each([
  { name: 'Postfix', start: startPostfix },
  { name: 'Exim', start: startExim },
])('$name from Debian', ({ name, start }) => {
  let server: TestServer;
  let other: OtherMailServer;
  let keyFolder: Awaited<ReturnType<typeof makeOpenFolder>>;
  let an: NewPerson;
  let frontPort: number;

  beforeAll(async () => {
    keyFolder = await makeOpenFolder('dkim');
    const keyFile = join(keyFolder.folder, 'key.pem');
    await writeFile(keyFile, KEYS.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const ports = { relay: await freePort(), ours: await freePort() };
    const front = { port: await freePort(), lmtpPort: await freePort(), socketmapPort: await freePort() };
    frontPort = front.port;
    other = await start(programs as DebianPrograms, { port: ports.relay, ourPort: ports.ours, front });
    server = await startTestServer({
      resolver,
      env: {
        ROLES: 'http,mail',
        SMTP_PORT: String(ports.ours),
        LMTP_PORT: String(front.lmtpPort),
        SOCKETMAP_PORT: String(front.socketmapPort),
        SMTP_RELAY: `smtp://127.0.0.1:${ports.relay}?tls=opportunistic`,
        MAIL_TLS_CERT: CERTIFICATE.cert,
        MAIL_TLS_KEY: CERTIFICATE.key,
        DKIM_SELECTOR: 'bocau',
        DKIM_KEY: keyFile,
      },
    });
  }, START_MS);
  afterAll(async () => {
    await server?.close();
    await other?.stop();
    await keyFolder.remove();
  });
  beforeEach(async () => {
    an = await newPerson(server);
  });

  async function send(draft: Message): Promise<Message> {
    await an.client.sendMail({ body: { msg_id: draft.id } });
    await runJobsUntilIdle(server.context);
    return readMail(an, draft.id);
  }

  async function sourceOf({ id }: Message): Promise<string> {
    const source = await fetch(`${server.baseUrl}/api/v2/messages/${id}?type=raw`, {
      headers: { [SESSION_HEADER]: an.client.token },
    });
    return source.text();
  }

  /** The first mail in the inbox, once the other server has delivered it. */
  const nextInInbox = () =>
    waitFor(
      async () => (await mailIn(an, 'INBOX'))[0] ?? null,
      () => 'nothing in the inbox',
    );

  test('gets a message with Vietnamese names, files and pictures as it was written, and our signature holds', async () => {
    const file = randomBytes(300_000);
    const form = new FormData();
    form.append('file', new Blob([file]), 'Báo giá quý 4 – bản chốt.pdf');
    form.append('file', new Blob([PNG], { type: 'image/png' }), 'Ảnh chụp.png');
    const files = (await an.client.uploadFile({ form })).data;
    const picture = files[1]?.id ?? '';
    const draft = await writeDraft(an, [`khach@${THEIR_DOMAIN}`], {
      subject: 'Gửi anh Đức: hợp đồng số 12/2026 và báo giá quý 4, mong anh xem giúp em trước thứ Sáu',
      body: `<p>Kính gửi anh Đức,</p><p>.</p><p><img src="/api/v2/files/${picture}/download?inline=1" alt=""></p>`,
      files: files.map(({ id }) => id),
    });
    const sent = await send(draft);
    expect(sent.sending).toMatchObject({ state: 'sent', recipients: [{ state: 'delivered' }] });

    const raw = await other.takeMail('khach');
    const { results } = await dkimVerify(raw, { resolver });
    expect(results).toMatchObject([
      { status: { result: 'pass', aligned: OUR_DOMAIN }, signingDomain: OUR_DOMAIN, selector: 'bocau' },
    ]);
    const { mail, files: parts } = readSource(raw);
    expect(raw.subarray(0, 1_500).toString('latin1')).toMatch(
      /^Received: from .*?mail\.saomai\.example.*?\swith\s+esmtps\s/ims,
    );
    expect(mail).toMatchObject({
      subject: draft.subject,
      from: { email: an.email },
      to: [{ email: `khach@${THEIR_DOMAIN}` }],
      messageId: sent.message_id_header,
    });
    expect(mail.text).toContain('Kính gửi anh Đức,\n\n.');
    expect(parts.map(({ name }) => name).toSorted()).toEqual([
      'Báo giá quý 4 – bản chốt.pdf',
      'Ảnh chụp.png',
    ]);
    const [pdf, png] = ['pdf', 'png'].map((ending) => parts.find(({ name }) => name.endsWith(ending)));
    expect(pdf?.bytes.equals(file)).toBe(true);
    expect(png?.bytes.equals(PNG)).toBe(true);
    expect(png).toMatchObject({ inline: true, contentType: 'image/png' });
    expect(mail.html).toContain(`src="cid:${png?.contentId}"`);
  });

  test('brings an answer that lies in the thread of what it answers', async () => {
    const sent = await send(await writeDraft(an, [`khach@${THEIR_DOMAIN}`], { subject: 'Hợp đồng' }));
    await other.takeMail('khach');
    const id = `<${sent.message_id_header}>`;
    const answer = [
      `From: =?utf-8?q?Kh=C3=A1ch?= <khach@${THEIR_DOMAIN}>`,
      `To: ${an.email}`,
      'Subject: =?utf-8?b?UmU6IEjhu6NwIMSR4buTbmc=?=',
      `In-Reply-To: ${id}`,
      `References: ${id}`,
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
      '',
      'Anh đồng ý.',
      '.',
      'Đức',
    ];
    await other.sendmail(['-i', '-f', `khach@${THEIR_DOMAIN}`, an.email], `${answer.join('\n')}\n`);
    const came = await nextInInbox();
    expect(await sourceOf(came)).toMatch(/^Received: from mx\.minhphat\.example .*?\swith\s+ESMTPS\s/ms);
    expect(came).toMatchObject({
      thread_id: sent.thread_id,
      from: { name: 'Khách', email: `khach@${THEIR_DOMAIN}` },
      subject: 'Re: Hợp đồng',
      body: 'Anh đồng ý.\n.\nĐức\n',
    });
  });

  test('gets long lines, lone dots and every charset as one message of many recipients', async () => {
    const people = ['khach', 'ketoan'].map((name) => `${name}@${THEIR_DOMAIN}`);
    const body = `<p>..</p><p>.</p><p>${'rất dài '.repeat(400)}</p><p>日本語 ภาษาไทย 🕊️</p>`;
    await send(await writeDraft(an, people, { subject: '🕊️ 日本語', body }));
    for (const name of ['khach', 'ketoan']) {
      const { mail } = readSource(await other.takeMail(name));
      expect(mail.subject).toBe('🕊️ 日本語');
      expect(mail.html).toContain('日本語 ภาษาไทย 🕊️');
      expect(mail.html).toContain('rất dài '.repeat(400));
      expect(mail.text?.startsWith('..\n\n.\n\nrất dài')).toBe(true);
    }
  });

  test.skipIf(name !== 'Postfix')(
    'in front of us it takes mail for a domain that was just added, with no file edited, and relays for no other',
    async () => {
      const askFor = async (address: string) => {
        const client = await connectMail({ host: '127.0.0.1', port: frontPort, protocol: 'smtp' });
        await client.command('MAIL FROM:<khach@elsewhere.example>');
        const { code } = await client.command(`RCPT TO:<${address}>`);
        client.end();
        return code;
      };
      expect(await askFor('chu@chua-co.example')).toBe(554);
      await createDomain(server.context, 'moi-them.example', true);
      const chu = await newPerson(server, { domain: 'moi-them.example' });
      expect(await askFor(chu.email)).toBe(250);
      expect(await askFor('khong-co@moi-them.example')).toBe(550);
    },
  );

  test('sends back what it took and could not deliver', async () => {
    const sent = await send(await writeDraft(an, [`nguoi.la@${THEIR_DOMAIN}`]));
    const report = await nextInInbox();
    expect(report.from.email).toMatch(/^mailer-daemon@/i);
    const raw = await sourceOf(report);
    expect(raw).toMatch(/^Return-Path: <>\r\n/);
    expect(raw).toMatch(/Content-Type: multipart\/report; report-type=delivery-status;/);
    expect(raw).toContain(`<${sent.message_id_header}>`);
    await runJobsUntilIdle(server.context);
    expect((await readMail(an, sent.id)).sending).toMatchObject({
      state: 'failed',
      recipients: [{ email: `nguoi.la@${THEIR_DOMAIN}`, state: 'failed' }],
    });
  });
});
