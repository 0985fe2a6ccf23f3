import { generateKeyPairSync } from 'node:crypto';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forwardTask } from '../../mail/incoming/forward-task.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { sealMessage } from '../../platform/smtp-out/seal-message.ts';
import { fileMail } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { createSigningDomain } from '../../test-kit/signed-mail.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import type { SmtpTrap } from '../../test-kit/smtp-trap.ts';
import type { TestServer } from '../../test-kit/start-server.ts';
import { startWithTrap } from '../../test-kit/start-with-trap.ts';
import { mailIn } from '../../test-kit/write-mail.ts';
import { createForward } from './save-forward.ts';

let server: TestServer;
let trap: SmtpTrap;
let close: () => Promise<void>;
let an: NewPerson;
let target: string;
let counter = 0;

beforeAll(async () => {
  ({ server, trap, close } = await startWithTrap());
});
afterAll(() => close());
beforeEach(async () => {
  an = await newPerson(server);
  target = `an${an.mailbox}@nha.example`;
  await forwardTo(target);
  trap.refuseRecipient(() => null);
  trap.messages.length = 0;
});

/** As if its owner had entered the code. */
async function forwardTo(address: string, person = an): Promise<void> {
  await createForward(server.context, person.mailbox, address);
  await runJobsUntilIdle(server.context);
  await inTransaction(server.context.db, async (tx) => {
    await tx
      .updateTable('forward_addresses')
      .set({ verified_at: 1 })
      .where('mailbox_id', '=', person.mailbox)
      .execute();
    await tx.updateTable('rules').set({ is_enable: true }).where('mailbox_id', '=', person.mailbox).execute();
  });
}

const RAW = ['From: Hùng <hung@doitac.example>', 'Subject: Báo giá', '', '.dấu chấm', 'Xem giúp em', ''].join(
  '\r\n',
);

/** Forwards a received message the given number of times. */
async function forward(raw: string | Buffer, { times = 1, to = target, person = an } = {}): Promise<void> {
  counter += 1;
  const { key } = await server.context.blobs.put(Buffer.from(raw));
  const deliveryKey = `delivery ${counter}`;
  for (let i = 0; i < times; i++) {
    const job = {
      ...{ mailboxId: person.mailbox, ruleId: '', target: to, messageId: null },
      ...{ blob: key, envelopeSender: 'hung@doitac.example', deliveryKey },
    };
    await inTransaction(server.context.db, (tx) => addJob(tx, forwardTask, job));
    await runJobsUntilIdle(server.context);
  }
}

async function sendIn(raw: string, to: string, from = ''): Promise<number | undefined> {
  const port = server.running.smtpPort as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol: 'smtp' });
  const answer = await client.send({ from, to: [to], raw });
  client.end();
  return (answer.message[0] ?? answer.recipients?.[0])?.code;
}

const isActive = async () => {
  const rows = await server.context.db
    .selectFrom('rules')
    .select('is_enable')
    .where('mailbox_id', '=', an.mailbox)
    .execute();
  return rows[0]?.is_enable;
};

const report = (status: string, note: string) =>
  [
    'From: MAILER-DAEMON@nha.example',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    note,
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.nha.example',
    '',
    `Final-Recipient: rfc822; ${target}`,
    'Action: failed',
    `Status: ${status}`,
    '',
    '--b--',
    '',
  ].join('\r\n');

describe('mail that is sent on', () => {
  test('FW-7 leaves as it came, once, so that its signature still holds', async () => {
    const signing = createSigningDomain('doitac.example');
    const signed = await signing.sign(Buffer.from(RAW), new Date(server.clock.now()));
    await forward(Buffer.concat([Buffer.from('Return-Path: <hung@doitac.example>\r\n'), signed]), {
      times: 2,
    });
    expect(trap.messages).toHaveLength(1);
    const [{ from, to, raw }] = trap.messages as [(typeof trap.messages)[number]];
    expect(to).toEqual([target]);
    expect(from).toMatch(/^fwd\+.*@saomai\.example$/);
    expect(raw.subarray(raw.length - signed.length)).toEqual(signed);
    expect(raw.toString()).not.toContain('Return-Path');
    const resolver = async (name: string) => {
      if (name === signing.keyName) return [signing.keyRecord];
      throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    };
    const { results } = await dkimVerify(raw, { resolver: resolver as never });
    expect(results).toMatchObject([{ status: { result: 'pass' }, signingDomain: 'doitac.example' }]);
  });

  test('FW-7 what was found of its sender is sealed where there is a key', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const lines = await sealMessage(one(Buffer.from(RAW)), {
      key: { selector: 'bocau', privateKey },
      domain: 'saomai.example',
      at: new Date(0),
      results: 'mail.saomai.example; dkim=pass header.d=doitac.example',
    });
    expect(lines).toMatch(/^ARC-Seal: i=1;.*\bcv=none;/s);
    expect(lines).toContain('ARC-Authentication-Results: i=1; mail.saomai.example;');
    expect(lines.endsWith('\r\n')).toBe(true);
  });

  test('FW-7 goes nowhere once the address is not verified, or the message lies in Junk', async () => {
    const messageId = await fileMail(server.context, an.mailbox, { folder: 'Junk' });
    const { key: blob } = await server.context.blobs.put(Buffer.from(RAW));
    const job = { mailboxId: an.mailbox, ruleId: '', messageId, blob, envelopeSender: '', deliveryKey: 'x' };
    await inTransaction(server.context.db, (tx) => addJob(tx, forwardTask, { ...job, target }));
    await forward(RAW, { to: 'khac@nha.example' });
    expect(trap.messages).toEqual([]);
  });

  test('FW-7 what this mailbox has sent on before goes no further', async () => {
    await forward(RAW);
    const [{ raw }] = trap.messages as [(typeof trap.messages)[number]];
    await forward(raw);
    expect(trap.messages).toHaveLength(1);
    expect(await sendIn(raw.toString(), an.email, 'hung@doitac.example')).toBe(554);
  });

  test('FW-7 within the installation it is filed at once', async () => {
    const binh = await newPerson(server);
    await forwardTo(binh.email);
    await forward(RAW, { to: binh.email });
    const filed = (await mailIn(binh, 'INBOX')).find(({ subject }) => subject === 'Báo giá');
    expect(filed?.from.email).toBeTruthy();
    // AC-4: the forwarding user is not its author.
    expect(filed?.from.proven).toBeUndefined();
    expect(trap.messages).toEqual([]);
  });

  test('FW-7 three that come back in a day end it, and the inbox says so', async () => {
    await forward(RAW);
    const [{ from: comesBackTo }] = trap.messages as [(typeof trap.messages)[number]];
    const forged = comesBackTo.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'));
    expect(await sendIn(report('5.1.1', 'một'), forged)).toBe(550);
    for (const note of ['một', 'một', 'hai'])
      expect(await sendIn(report('5.1.1', note), comesBackTo)).toBe(250);
    expect(await sendIn(report('4.2.1', 'chậm'), comesBackTo)).toBe(250);
    expect(await sendIn(report('5.2.2', 'đầy'), comesBackTo)).toBe(250);
    expect(await isActive()).toBe(true);
    trap.refuseRecipient(() => '550 5.1.1 no such user');
    await forward(RAW);
    expect(await isActive()).toBe(false);
    const inbox = await mailIn(an, 'INBOX');
    expect(inbox.map(({ subject }) => subject)).toEqual(['Đã tắt chuyển tiếp thư']);
    expect(inbox[0]?.body).toContain(target);
  });
});

async function* one(bytes: Buffer): AsyncIterable<Uint8Array> {
  yield bytes;
}
