import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lanAnh } from './demo-world/people.ts';
import { LOG_EVENTS } from './platform/log-events.ts';
import { createLogger } from './platform/logger.ts';
import { type NewPerson, newPerson } from './test-kit/new-person.ts';
import { runJobsUntilIdle } from './test-kit/run-jobs.ts';
import { connectMail } from './test-kit/smtp-client.ts';
import { type SmtpTrap, startSmtpTrap } from './test-kit/smtp-trap.ts';
import { startTestServer, type TestServer } from './test-kit/start-server.ts';
import { turnOnTwoStep } from './test-kit/turn-on-two-step.ts';
import { refusalOf, writeDraft } from './test-kit/write-mail.ts';

const PLANTED = 'GianNguyetVang';
const DOCS = join(import.meta.dirname, '../../docs');

let server: TestServer;
let trap: SmtpTrap;
let an: NewPerson;
let written = '';

type Line = Record<string, unknown> & { event?: string };

function lines(event: string): Line[] {
  const all = written.split('\n').filter((line) => line !== '');
  return all.map((line) => JSON.parse(line) as Line).filter((line) => line.event === event);
}

beforeAll(async () => {
  trap = await startSmtpTrap();
  const log = createLogger(
    'debug',
    new Writable({
      write(chunk, _encoding, done) {
        written += chunk;
        done();
      },
    }),
  );
  server = await startTestServer({
    log,
    env: { ROLES: 'http,mail', SMTP_RELAY: `smtp://127.0.0.1:${trap.port}` },
  });
  an = await newPerson(server);
});
afterAll(async () => {
  await server.close();
  await trap.close();
});

function connect(port: number | null, protocol: 'smtp' | 'lmtp') {
  return connectMail({ host: '127.0.0.1', port: port as number, protocol, helo: 'khach.test' });
}

test('the table of docs/logs.md names the events that there are', async () => {
  const text = await readFile(join(DOCS, 'logs.md'), 'utf8');
  const named = [...text.matchAll(/^\| `([a-z_]+)` \| /gm)].map(([, event]) => event);
  expect(named.sort()).toEqual([...LOG_EVENTS].sort());
});

describe('a busy run', () => {
  test('a sign-in that fails names client and account, by whatever protocol', async () => {
    await refusalOf(an.client.login({ body: { email: an.email, password: `${PLANTED}1` } }));
    await refusalOf(an.client.login({ body: { email: `${PLANTED}@x.example`, password: 'x' } }));
    const program = await connect(server.running.submissionPort, 'smtp');
    const given = Buffer.from(`\0${an.email}\0${PLANTED}2`).toString('base64');
    expect((await program.command(`AUTH PLAIN ${given}`)).code).toBe(535);
    program.end();
    const reason = 'invalid_credentials';
    const fields = { client: '127.0.0.1', reason };
    expect(lines('sign_in_failed')).toMatchObject([
      { ...fields, protocol: 'api', mailbox: an.mailbox, level: 40 },
      { ...fields, protocol: 'api', mailbox: null },
      { ...fields, protocol: 'smtp', mailbox: an.mailbox },
    ]);
    expect(lines('mail_refused')).toMatchObject([
      { protocol: 'submission', client: '127.0.0.1', code: 535, reason: '5.7.8' },
    ]);
  });

  test('a wrong code of the second step too', async () => {
    const binh = await newPerson(server);
    const secret = 'GiaoDichViet12345678';
    await turnOnTwoStep(server.context, binh.mailbox, Buffer.from(secret));
    const given = { email: binh.email, password: lanAnh.password };
    await refusalOf(binh.client.login({ body: { ...given, code: '000000' } }));
    expect(lines('sign_in_failed').at(-1)).toMatchObject({ client: '127.0.0.1', reason: 'code_incorrect' });
    expect(written).not.toContain(secret);
  });

  test('a refusal at the door names client, envelope and reason', async () => {
    const smtp = await connect(server.running.smtpPort, 'smtp');
    await smtp.command('MAIL FROM:<khach@minhphat.example>');
    expect((await smtp.command('RCPT TO:<ai@saomai.example>')).code).toBe(550);
    expect((await smtp.command('RCPT TO:<ai@xa.example>')).code).toBe(550);
    smtp.end();
    const about = {
      protocol: 'smtp',
      client: '127.0.0.1',
      helo: 'khach.test',
      from: 'khach@minhphat.example',
    };
    expect(lines('mail_refused').slice(1)).toMatchObject([
      {
        ...about,
        to: ['ai@saomai.example'],
        code: 550,
        reason: '5.1.1',
        reply: '5.1.1 No such mailbox here',
      },
      { ...about, to: ['ai@xa.example'], code: 550, reason: '5.7.1' },
    ]);
  });

  test('what is accepted names its Message-ID', async () => {
    const lmtp = await connect(server.running.lmtpPort, 'lmtp');
    const raw = `From: khach@minhphat.example\r\nMessage-ID: <m1@minhphat.example>\r\nSubject: ${PLANTED}\r\n\r\n${PLANTED}\r\n`;
    await lmtp.send({ from: 'khach@minhphat.example', to: [an.email], raw });
    lmtp.end();
    expect(lines('message_received')).toMatchObject([
      { message_id: 'm1@minhphat.example', protocol: 'lmtp', client: '127.0.0.1', mailbox: an.mailbox },
    ]);
  });

  test('what leaves names its Message-ID and what the other server said', async () => {
    const to = ['duoc@xa.example', 'cham@xa.example', 'khong@xa.example', 'lan.anh@saomai.example'];
    trap.refuseRecipient((address) => {
      if (address.startsWith('cham')) return '451 4.7.1 Greylisted, come again';
      return address.startsWith('khong') ? '550 5.1.1 No such user' : null;
    });
    const draft = await writeDraft(an, to, { subject: PLANTED, body: `<p>${PLANTED}</p>` });
    await an.client.sendMail({ body: { msg_id: draft.id } });
    server.clock.set(server.clock.now() + 60_000);
    await runJobsUntilIdle(server.context);
    const sent = { message_id: expect.stringMatching(/^\S+@saomai\.example$/), mailbox: an.mailbox };
    const taken = lines('message_sent').sort((a, b) => String(a['to']).localeCompare(String(b['to'])));
    expect(taken).toMatchObject([
      { ...sent, to: 'duoc@xa.example', code: 250 },
      { ...sent, to: 'lan.anh@saomai.example', destination: 'local' },
    ]);
    expect(lines('message_deferred')).toMatchObject([
      { ...sent, to: 'cham@xa.example', level: 40, code: 451, reply: '451 4.7.1 Greylisted, come again' },
    ]);
    expect(lines('message_failed')).toMatchObject([{ ...sent, to: 'khong@xa.example', code: 550 }]);
  });

  test('nothing of it tells what was written, typed or kept secret', async () => {
    expect(lines('message_sent')).toHaveLength(2);
    for (const secret of [PLANTED, lanAnh.password, an.client.token]) {
      for (const form of [secret, Buffer.from(secret).toString('base64').slice(0, 12)])
        expect(written).not.toContain(form);
    }
  });

  test('each event is counted, with its reason where that is a code', async () => {
    const metrics = await (await fetch(`${server.operationsUrl}/metrics`)).text();
    expect(metrics).toContain('bocau_events_total{event="sign_in_failed",reason="invalid_credentials"} 3');
    expect(metrics).toContain('bocau_events_total{event="mail_refused",reason="5.1.1"} 1');
    expect(metrics).toContain('bocau_events_total{event="message_deferred",reason=""} 1');
  });

  test('AU-5 what waits for a colleague who takes no mail for now is named once', async () => {
    const binh = await newPerson(server);
    await server.context.db
      .updateTable('mailboxes')
      .set({ receiving_suspended_at: 1 })
      .where('id', '=', binh.mailbox)
      .execute();
    const { id: msg_id } = await writeDraft(an, [binh.email]);
    await an.client.sendMail({ body: { msg_id } });
    for (let look = 0; look < 2; look += 1) {
      await server.clock.advance(20 * 60_000);
      await runJobsUntilIdle(server.context);
    }
    const named = lines('message_deferred').filter(({ to }) => to === binh.email);
    expect(named).toMatchObject([
      { mailbox: an.mailbox, destination: 'local', level: 40, code: 450, outbox: expect.any(String) },
    ]);
  });
});
