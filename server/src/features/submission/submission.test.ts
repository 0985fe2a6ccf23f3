import { once } from 'node:events';
import { connect as connectPlain } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { recount } from '../../mail/mailbox/recount.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { connectMail, type MailClient, type SentMessage } from '../../test-kit/smtp-client.ts';
import { type SmtpTrap, startSmtpTrap } from '../../test-kit/smtp-trap.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { turnOnTwoStep } from '../../test-kit/turn-on-two-step.ts';
import { mailIn, refusalOf } from '../../test-kit/write-mail.ts';

const CERTIFICATES = join(import.meta.dirname, '../../test-kit/certificates');
const ENCRYPTED = {
  MAIL_TLS_CERT: join(CERTIFICATES, 'mail.test.cert.pem'),
  MAIL_TLS_KEY: join(CERTIFICATES, 'mail.test.key.pem'),
  SUBMISSION_TLS_PORT: '0',
};
const FAR = 'khach@minhphat.example';

let server: TestServer;
let relay: SmtpTrap;
let an: NewPerson;
let binh: NewPerson;
let program: MailClient;

beforeAll(async () => {
  relay = await startSmtpTrap();
  server = await startTestServer({
    env: {
      ROLES: 'http,mail',
      MAIL_SERVICES: 'imaps://mail.saomai.example:993',
      ...ENCRYPTED,
      SMTP_RELAY: `smtp://127.0.0.1:${relay.port}`,
      SENDING_PER_HOUR: '5',
      SENDING_PER_DAY: '8',
    },
  });
});
afterAll(async () => {
  await server.close();
  await relay.close();
});
beforeEach(async () => {
  [an, binh] = [await newPerson(server), await newPerson(server)];
  relay.messages.length = 0;
  program = await connect();
});

const work = () => runJobsUntilIdle(server.context);

function connect(to: TestServer = server): Promise<MailClient> {
  return connectMail({ host: '127.0.0.1', port: to.running.submissionPort as number, protocol: 'smtp' });
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const signIn = (email: string, password = lanAnh.password) =>
  program.command(`AUTH PLAIN ${base64(`\0${email}\0${password}`)}`);

type Headers = Record<string, string | null>;

let counter = 0;
function outgoing(headers: Headers = {}, body = 'Em gửi báo giá.\r\n'): Buffer {
  counter += 1;
  const all: Headers = {
    From: an.email,
    To: binh.email,
    Subject: `Thư số ${counter}`,
    Date: 'Fri, 20 Nov 2026 08:00:00 +0700',
    'Message-ID': `<${counter}@may.saomai.example>`,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => (value === null ? '' : `${name}: ${value}\r\n`));
  return Buffer.from(`${lines.join('')}\r\n${body}`);
}

/** The first refusing reply, or the final one. */
async function submit(given: Partial<SentMessage> = {}) {
  const { mail, recipients, message } = await program.send({
    from: an.email,
    to: [binh.email],
    ...given,
    raw: given.raw ?? outgoing(),
  });
  const refusal = [mail, ...recipients].find(({ code }) => code >= 400);
  const answer = refusal ?? message[0];
  if (refusal) await program.command('RSET');
  return `${answer?.code} ${answer?.lines.join(' ')}`;
}

describe('the port that is encrypted from the start', () => {
  const port = () => server.running.submissionTlsPort as number;

  test('takes mail from whoever signs in', async () => {
    program = await connectMail({ host: '127.0.0.1', port: port(), protocol: 'smtp', implicitTls: true });
    expect(program.greeting.code).toBe(220);
    expect(program.hello.lines).toContain('AUTH PLAIN LOGIN');
    expect(program.hello.lines).not.toContain('STARTTLS');
    expect(await submit()).toMatch(/^530 5\.7\.0 Authentication required/);
    expect(await signIn(an.email, 'sai')).toMatchObject({ code: 535 });
    expect(await signIn(an.email)).toMatchObject({ code: 235 });
    expect(await submit({ to: [FAR] })).toMatch(/^250 /);
    await work();
    expect(relay.messages.map(({ to }) => to)).toEqual([[FAR]]);
    expect(relay.messages[0]?.raw.toString()).toMatch(/with\s+ESMTPSA\s+id/);
    expect(await mailIn(an, 'Sent')).toHaveLength(1);
  });

  test('says nothing to a program that does not encrypt, and lets the server stop while it waits', async () => {
    const other = await startTestServer({ env: { ...ENCRYPTED, ROLES: 'mail' } });
    const socket = connectPlain(other.running.submissionTlsPort as number, '127.0.0.1');
    const ended = new Promise((resolve) => socket.on('close', resolve));
    await once(socket, 'connect');
    // The server may stop before it has accepted the connection.
    socket.on('error', () => undefined);
    let said = '';
    socket.on('data', (piece) => {
      said += piece.toString('latin1');
    });
    await other.close();
    await ended;
    expect(said).not.toContain('220');
  });

  test('is not there without being named', async () => {
    const other = await startTestServer({ env: { ROLES: 'mail' } });
    expect(other.running.submissionTlsPort).toBeNull();
    await other.close();
  });
});

describe('signing in', () => {
  test('is offered, by PLAIN and LOGIN, and needed before anything else', async () => {
    expect(program.hello.lines).toContain('AUTH PLAIN LOGIN');
    expect(await submit()).toMatch(/^530 5\.7\.0 Authentication required/);
    expect((await program.command(`AUTH LOGIN ${base64(an.email)}`)).code).toBe(334);
    expect(await program.command(base64(lanAnh.password))).toMatchObject({ code: 235 });
    expect(await submit()).toMatch(/^250 /);
  });

  test('works over STARTTLS too', async () => {
    await program.startTls();
    expect(program.hello.lines).toContain('AUTH PLAIN LOGIN');
    expect(await signIn(an.email)).toMatchObject({ code: 235 });
    expect(await submit({ to: [FAR] })).toMatch(/^250 /);
    await work();
    expect(relay.messages[0]?.raw.toString()).toMatch(
      /^X-Delivery-Mark: \S+\r\nReceived: by mail\.saomai\.example with ESMTPSA\s+id /,
    );
  });

  test('shares the limits of the web', async () => {
    for (let tries = 0; tries < 5; tries++) {
      expect(await signIn(binh.email, 'wrong')).toMatchObject({
        code: 535,
        lines: ['5.7.8 Wrong address or password'],
      });
    }
    expect(await signIn(binh.email)).toMatchObject({
      code: 454,
      lines: ['4.7.0 Too many wrong passwords, try again in 15 seconds'],
    });
    const onTheWeb = binh.client.login({ body: { email: binh.email, password: lanAnh.password } });
    expect((await refusalOf(onTheWeb)).code).toBe('too_many_requests');
    await server.clock.advance(16_000);
    expect(await signIn(binh.email)).toMatchObject({ code: 235 });
  });

  test('needs encryption where no open password is allowed', async () => {
    const strict = await startTestServer({
      env: {
        ROLES: 'http,mail',
        SUBMISSION_PLAINTEXT_AUTH: 'never',
        MAIL_TLS_CERT: join(CERTIFICATES, 'mail.test.cert.pem'),
        MAIL_TLS_KEY: join(CERTIFICATES, 'mail.test.key.pem'),
      },
    });
    try {
      program = await connect(strict);
      expect(program.hello.lines.join('\n')).not.toContain('AUTH');
      expect(await signIn(lanAnh.email)).toMatchObject({ code: 538 });
      expect(await submit()).toMatch(/^530 /);
      await program.startTls();
      expect(program.hello.lines).toContain('AUTH PLAIN LOGIN');
      expect(await signIn(lanAnh.email)).toMatchObject({ code: 235 });
    } finally {
      await strict.close();
    }
  });
});

describe('who has signed in', () => {
  beforeEach(async () => {
    await signIn(an.email);
  });

  test('sends to people here and elsewhere, and finds it in Sent with what became of each', async () => {
    const raw = outgoing({ To: `Bình <${binh.email}>`, Cc: `Khách <${FAR}>` });
    expect(await submit({ to: [binh.email, FAR], raw, mailParameters: 'BODY=8BITMIME' })).toMatch(
      /^250 2\.6\.0 /,
    );
    const [held] = await mailIn(an, 'Sent');
    expect(held).toMatchObject({
      is_draft: false,
      unread: false,
      sending: { kind: 'send', state: 'sending' },
    });
    await work();
    const [sent] = await mailIn(an, 'Sent');
    expect(sent).toMatchObject({
      subject: `Thư số ${counter}`,
      from: { email: an.email },
      to: [{ name: 'Bình', email: binh.email }],
      cc: [{ name: 'Khách', email: FAR }],
      bcc: [],
      sending: {
        state: 'sent',
        recipients: [
          { email: FAR, name: 'Khách', state: 'delivered' },
          { email: binh.email, name: 'Bình', state: 'delivered' },
        ],
      },
    });
    expect(await mailIn(binh, 'INBOX')).toMatchObject([
      { message_id_header: sent?.message_id_header, body: 'Em gửi báo giá.\n', unread: true },
    ]);
    expect(relay.messages).toMatchObject([{ from: an.email, to: [FAR] }]);
    const left = relay.messages[0]?.raw.toString() ?? '';
    const [ours, theirs] = [left.slice(0, left.indexOf('From: ')), left.slice(left.indexOf('From: '))];
    expect(theirs).toBe(raw.toString());
    expect(ours).toMatch(
      /^X-Delivery-Mark: \S+\r\nReceived: by mail\.saomai\.example with ESMTPA\s+id [0-9a-f-]+;\s+Fri, 20 Nov 2026/,
    );
    expect(await recount(server.context.db, an.mailbox)).toEqual([]);
  });

  test.each(['cài đặt.exe', 'a.1nk', 'trang.website'])(
    'AT-4 is refused a file of a blocked type, which the reply names: %s',
    async (name) => {
      const encoded = `=?utf-8?B?${base64(name)}?=`;
      const body = [
        '--b',
        'Content-Type: text/plain',
        '',
        'x',
        '--b',
        `Content-Type: application/octet-stream; name="${encoded}"`,
        `Content-Disposition: attachment; filename="${encoded}"`,
        '',
        'x',
        '--b--',
        '',
      ].join('\r\n');
      const raw = outgoing({ 'Content-Type': 'multipart/mixed; boundary=b' }, body);
      const shown = name.replace(/[^\x20-\x7e]/g, '?');
      expect(await submit({ raw })).toMatch(
        /^552 5\.7\.1 Files of type \.(exe|lnk|website) are not accepted/,
      );
      expect(await submit({ raw })).toContain(shown);
      await work();
      expect(await mailIn(an, 'Sent')).toEqual([]);
      expect(await mailIn(binh, 'INBOX')).toEqual([]);
    },
  );

  test('answers a mail in its thread', async () => {
    await submit({ to: [an.email], raw: outgoing({ To: an.email, Subject: 'Báo giá' }) });
    await work();
    // Next to it is the alert that a mail program has signed in.
    const question = (await mailIn(an, 'INBOX')).find(({ subject }) => subject === 'Báo giá');
    const references = `<${question?.message_id_header}>`;
    const raw = outgoing({ Subject: 'Re: Báo giá', 'In-Reply-To': references, References: references });
    expect(await submit({ raw })).toMatch(/^250 /);
    const answers = await mailIn(an, 'Sent');
    expect(answers.map(({ thread_id }) => thread_id)).toEqual([question?.thread_id, question?.thread_id]);
  });

  test('keeps blind copies from everybody else, whether the header names them or the envelope', async () => {
    const [chi, dung] = [await newPerson(server), await newPerson(server)];
    const raw = outgoing({
      To: `${binh.email}, ${FAR}`,
      Bcc: `Chi\r\n <${chi.email}>`,
      'Return-Path': '<x@y.example>',
      'X-Bocau-Trusted': 'yes',
      'Authentication-Results': 'mail.saomai.example; spf=pass',
    });
    expect(await submit({ to: [binh.email, chi.email, dung.email, FAR], raw })).toMatch(/^250 /);
    await work();
    const [sent] = await mailIn(an, 'Sent');
    expect(sent?.bcc).toEqual([
      { name: 'Chi', email: chi.email },
      { name: '', email: dung.email },
    ]);
    const left = relay.messages[0]?.raw.toString() ?? '';
    // An id may contain these letters, but not at the start of a line.
    expect(left).not.toMatch(/^(Bcc|Return-Path|X-Bocau|Authentication-Results)/im);
    expect(left).not.toContain(chi.email);
    for (const person of [binh, chi, dung]) {
      const [came] = await mailIn(person, 'INBOX');
      expect(came).toMatchObject({ subject: `Thư số ${counter}`, bcc: [] });
      const source = await fetch(`${server.baseUrl}/api/v2/messages/${came?.id}?type=raw`, {
        headers: { 'x-auth-token': person.client.token },
      });
      expect(await source.text()).not.toContain(chi.email);
    }
  });

  test('sends once what is submitted twice, and again what goes to somebody else', async () => {
    const raw = outgoing({ To: `${binh.email}, ${FAR}` });
    const first = await submit({ raw });
    expect(first).toMatch(/^250 /);
    expect(await submit({ raw })).toBe(first);
    await work();
    expect(await submit({ raw })).toBe(first);
    await work();
    expect(await mailIn(an, 'Sent')).toHaveLength(1);
    expect(await mailIn(binh, 'INBOX')).toHaveLength(1);
    expect(await submit({ raw, to: [FAR] })).toMatch(/^250 /);
    await work();
    expect(relay.messages).toHaveLength(1);
    expect(await mailIn(binh, 'INBOX')).toHaveLength(1);
  });

  test('gets the Date and the Message-ID that are missing', async () => {
    const raw = outgoing({ Date: null, 'Message-ID': null });
    expect(await submit({ raw, to: [FAR] })).toMatch(/^250 /);
    await work();
    const [sent] = await mailIn(an, 'Sent');
    const left = relay.messages[0]?.raw.toString() ?? '';
    expect(sent?.message_id_header).toMatch(/^[0-9a-f-]{36}@saomai\.example$/);
    expect(left).toContain(`\r\nMessage-ID: <${sent?.message_id_header}>\r\n`);
    expect(left.match(/^Date: Fri, 20 Nov 2026 \d\d:\d\d:\d\d \+0000\r\n/gm)).toHaveLength(1);
  });

  test('may write in no name but an own one', async () => {
    const notAllowed = '550 5.7.1 Not allowed sender';
    expect(await submit({ from: binh.email })).toBe(notAllowed);
    expect(await submit({ from: '' })).toBe(notAllowed);
    expect(await submit({ raw: outgoing({ From: binh.email }) })).toBe(notAllowed);
    expect(await submit({ raw: outgoing({ From: `${an.email}, ${binh.email}` }) })).toBe(notAllowed);
    expect(await submit({ raw: outgoing({ Sender: binh.email }) })).toBe(notAllowed);
    expect(await submit({ raw: outgoing({ From: '' }) })).toBe(notAllowed);
    expect(await submit({ raw: outgoing({ From: null }) })).toMatch(/^554 5\.6\.0 /);
    expect(await submit({ raw: outgoing({ 'X-A': `1\r\nFrom: ${binh.email}` }) })).toMatch(/^554 5\.6\.0 /);
    expect(await submit({ raw: outgoing({ 'X-A': '1\r\nno field at all' }) })).toMatch(/^554 5\.6\.0 /);
    await work();
    expect(await mailIn(an, 'Sent')).toEqual([]);
    expect(
      await submit({ from: an.email.toUpperCase(), raw: outgoing({ From: an.email.toUpperCase() }) }),
    ).toMatch(/^250 /);
  });

  test('is told at once of recipients who can not be reached', async () => {
    expect(await submit({ to: ['nobody@saomai.example'] })).toMatch(
      /^550 5\.1\.1 There is no mailbox nobody@saomai\.example/,
    );
    expect(await submit({ to: ['a@b'] })).toMatch(/^501 5\.1\.3 /);
    expect(await mailIn(an, 'Sent')).toEqual([]);
  });

  test('may not send where sending is switched off, or the domain is not verified', async () => {
    await server.context.db
      .updateTable('mailboxes')
      .set({ enable_smtp: false })
      .where('id', '=', an.mailbox)
      .execute();
    expect(await submit()).toBe('550 5.7.1 Sending is turned off for this mailbox');
  });

  test('is held to the limits of sending, in words', async () => {
    const many = [1, 2, 3, 4].map((number) => `khach${number}@minhphat.example`);
    expect(await submit({ to: many })).toMatch(/^250 /);
    expect(await submit({ to: many })).toBe(
      '451 4.7.1 Too many recipients in a short time: at most 5 an hour and 8 a day, try again in 60 min',
    );
    expect(await mailIn(an, 'Sent')).toHaveLength(1);
    await server.clock.advance(3_601_000);
    program = await connect();
    await signIn(an.email);
    expect(await submit({ to: many })).toMatch(/^250 /);
    await work();
  });

  test('is told of what is too large before it is sent', async () => {
    expect(await submit({ mailParameters: `SIZE=${60 * 1024 * 1024}` })).toMatch(/^552 /);
  });

  test('writes addresses and headers in letters of any script', async () => {
    const raw = outgoing({ To: 'Đỗ <đỗ@bưuđiện.example>', Subject: 'Thư tiếng Việt' });
    expect(
      await submit({ to: ['đỗ@bưuđiện.example'], raw, mailParameters: 'SMTPUTF8 BODY=8BITMIME' }),
    ).toMatch(/^250 /);
    await work();
    const [left] = relay.messages;
    expect(left).toMatchObject({ to: ['đỗ@bưuđiện.example'], utf8: true });
    expect(left?.raw.toString()).toContain('Subject: Thư tiếng Việt\r\n');
    expect(left?.raw.toString()).toMatch(/with\s+UTF8SMTPA\s+id/);
    expect((await mailIn(an, 'Sent'))[0]).toMatchObject({ subject: 'Thư tiếng Việt' });
  });

  test('sees what was refused elsewhere, word by word, as a draft again', async () => {
    relay.refuseRecipient(() => '550 5.1.1 No such user');
    try {
      expect(await submit({ to: [FAR] })).toMatch(/^250 /);
      await work();
    } finally {
      relay.refuseRecipient(() => null);
    }
    expect(await mailIn(an, 'Drafts')).toMatchObject([
      {
        status: 'sending_failed',
        sending: {
          state: 'failed',
          recipients: [{ email: FAR, state: 'failed', reply: '550 5.1.1 No such user' }],
        },
      },
    ]);
    expect(await recount(server.context.db, an.mailbox)).toEqual([]);
  });

  test('loses nothing when a large mail breaks off, and has it whole when it comes again', async () => {
    const line = `${'x'.repeat(76)}\r\n`;
    const raw = outgoing({}, line.repeat(20_000));
    await program.pipelined([`MAIL FROM:<${an.email}>`, `RCPT TO:<${FAR}>`, 'DATA']);
    program.rawWrite(raw.subarray(0, 700_000));
    program.destroy();
    program = await connect();
    await signIn(an.email);
    expect(await submit({ to: [FAR], raw })).toMatch(/^250 /);
    await work();
    expect(await mailIn(an, 'Sent')).toHaveLength(1);
    expect(relay.messages).toHaveLength(1);
    expect(relay.messages[0]?.raw.subarray(-raw.length).equals(raw)).toBe(true);
  });
});

test('the address of a person is not proof of whose domain it is', async () => {
  const { db } = server.context;
  await db.updateTable('domains').set({ verified: false }).where('name', '=', 'saomai.example').execute();
  try {
    await signIn(an.email);
    expect(await submit()).toBe('550 5.7.1 Sending is turned off for this mailbox');
  } finally {
    await db.updateTable('domains').set({ verified: true }).where('name', '=', 'saomai.example').execute();
  }
});

describe('where two-step sign-in is on', () => {
  test('TF-3 the account’s password is refused at both ports with what to do, and an app password opens them', async () => {
    const { data: made } = await an.client.createAppPassword({ body: { name: 'Outlook', scopes: ['smtp'] } });
    const { data: other } = await an.client.createAppPassword({
      body: { name: 'Điện thoại', scopes: ['imap'] },
    });
    expect(await signIn(an.email)).toMatchObject({ code: 235 });
    await turnOnTwoStep(server.context, an.mailbox);
    const encrypted = { port: server.running.submissionTlsPort as number, implicitTls: true };
    for (const options of [{ port: server.running.submissionPort as number }, encrypted]) {
      program = await connectMail({ host: '127.0.0.1', protocol: 'smtp', ...options });
      const refused = await signIn(an.email);
      expect([refused.code, refused.lines.join(' ')]).toEqual([
        534,
        expect.stringContaining('5.7.9 Two-step sign-in is on: create an app password'),
      ]);
      expect(await signIn(an.email, 'sai')).toMatchObject({ code: 535 });
      expect(await signIn(an.email, other.password)).toMatchObject({ code: 535 });
      expect(await signIn(binh.email, made.password)).toMatchObject({ code: 535 });
      // As a user types it, with or without the spaces.
      const typed = options === encrypted ? made.password.replaceAll(' ', '') : made.password.toUpperCase();
      expect(await signIn(an.email, typed)).toMatchObject({ code: 235 });
      expect(await submit()).toMatch(/^250 /);
    }
    const [used] = (await an.client.listAppPasswords({})).data.filter(
      ({ id }) => id === made.app_password.id,
    );
    expect(used).toMatchObject({ last_used_at: expect.any(Number), last_used_from: '127.0.0.1' });
    await an.client.revokeAppPassword({ params: { id: made.app_password.id } });
    expect(await submit()).not.toMatch(/^250 /);
    program = await connect();
    expect(await signIn(an.email, made.password)).toMatchObject({ code: 535 });
  });
});
