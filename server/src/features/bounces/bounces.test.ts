import type { Message } from '@bocau/contract/messages.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import type { SmtpTrap } from '../../test-kit/smtp-trap.ts';
import type { TestServer } from '../../test-kit/start-server.ts';
import { startWithTrap } from '../../test-kit/start-with-trap.ts';
import { mailIn, readMail, writeDraft } from '../../test-kit/write-mail.ts';

let server: TestServer;
let trap: SmtpTrap;
let close: () => Promise<void>;
let an: NewPerson;

beforeAll(async () => {
  ({ server, trap, close } = await startWithTrap());
});
afterAll(() => close());
beforeEach(async () => {
  trap.messages.length = 0;
  an = await newPerson(server);
});

const AI = 'ai@vpp.example';
const CHAM = 'cham@vpp.example';

async function send(to: string[]): Promise<Message> {
  const draft = await writeDraft(an, to);
  await an.client.sendMail({ body: { msg_id: draft.id } });
  await runJobsUntilIdle(server.context);
  return readMail(an, draft.id);
}

type Given = { recipient?: string; action?: string; messageId?: string | null; to?: string };

/** A report as other mail servers write it, brought in by SMTP from nobody. */
async function comesBack(sent: Message, given: Given = {}): Promise<void> {
  const { recipient = AI, action = 'failed', messageId = sent.message_id_header, to = an.email } = given;
  const raw = [
    'From: Mail Delivery System <MAILER-DAEMON@mail.vpp.example>',
    `To: ${to}`,
    'Subject: Undelivered Mail Returned to Sender',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    'MIME-Version: 1.0',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    `This is the mail system. ${recipient} does not exist.`,
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.vpp.example',
    '',
    `Final-Recipient: rfc822; ${recipient.toUpperCase()}`,
    `Action: ${action}`,
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 User unknown',
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    'Subject: x',
    ...(messageId === null ? [] : [`Message-ID: <${messageId}>`]),
    '',
    '--b--',
    '',
  ].join('\r\n');
  const port = server.running.smtpPort as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol: 'smtp' });
  try {
    const { message } = await client.send({ from: '', to: [to], raw });
    expect(message[0]?.code).toBe(250);
  } finally {
    client.end();
  }
  await runJobsUntilIdle(server.context);
}

const stateOf = async ({ id }: Message) => {
  const { status, error_msg, sending } = await readMail(an, id);
  return { status, error_msg, states: sending?.recipients.map(({ email, state }) => `${email} ${state}`) };
};

it('ties a bounce to the message that it is about', async () => {
  const sent = await send([AI, CHAM]);
  expect((await stateOf(sent)).states).toEqual([`${AI} delivered`, `${CHAM} delivered`]);
  await comesBack(sent);
  expect(await stateOf(sent)).toEqual({
    status: 'sending_failed',
    error_msg: `${AI}: 550 5.1.1 User unknown`,
    states: [`${AI} failed`, `${CHAM} delivered`],
  });
  // The message stays where it is, and the report can be read.
  expect((await readMail(an, sent.id)).folder).toBe('Sent');
  expect((await mailIn(an, 'INBOX')).map(({ subject }) => subject)).toEqual([
    'Undelivered Mail Returned to Sender',
  ]);
});

it('keeps a message that reached nobody in Sent, because others may have seen it leave', async () => {
  const sent = await send([AI]);
  await comesBack(sent);
  expect(await readMail(an, sent.id)).toMatchObject({
    folder: 'Sent',
    is_draft: false,
    status: 'sending_failed',
  });
});

it('does not take a delay for a failure', async () => {
  const sent = await send([AI]);
  await comesBack(sent, { action: 'delayed' });
  expect(await stateOf(sent)).toMatchObject({ status: '', states: [`${AI} delivered`] });
});

it.each([
  ['of another message', { messageId: 'khac@saomai.example' }],
  ['that does not say of which', { messageId: null }],
  ['about somebody who was not written to', { recipient: 'ke-la@vpp.example' }],
])('changes nothing for a report %s', async (_, given) => {
  const sent = await send([AI]);
  await comesBack(sent, given);
  expect(await stateOf(sent)).toMatchObject({ status: '', states: [`${AI} delivered`] });
});

it('does not let a report about one mailbox touch another', async () => {
  const sent = await send([AI]);
  const binh = await newPerson(server);
  await comesBack(sent, { to: binh.email });
  expect(await stateOf(sent)).toMatchObject({ status: '', states: [`${AI} delivered`] });
});

it('does not believe a report about a colleague, who has it', async () => {
  const binh = await newPerson(server);
  const sent = await send([binh.email]);
  await comesBack(sent, { recipient: binh.email });
  expect(await stateOf(sent)).toMatchObject({ status: '', states: [`${binh.email} delivered`] });
});
