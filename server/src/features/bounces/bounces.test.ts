import type { Message } from '@bocau/contract/messages.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { recount } from '../../mail/mailbox/recount.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { createSigningDomain } from '../../test-kit/signed-mail.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import type { SmtpTrap } from '../../test-kit/smtp-trap.ts';
import type { TestServer } from '../../test-kit/start-server.ts';
import { startWithTrap } from '../../test-kit/start-with-trap.ts';
import { TEST_NOW } from '../../test-kit/test-clock.ts';
import { mailIn, readMail, writeDraft } from '../../test-kit/write-mail.ts';

let server: TestServer;
let trap: SmtpTrap;
let close: () => Promise<void>;
let an: NewPerson;

beforeAll(async () => {
  ({ server, trap, close } = await startWithTrap({
    env: { TRUSTED_AUTHSERV: 'mx.saomai.example' },
    resolver: async (name, type) => {
      const record = type === 'TXT' ? keys.get(name) : undefined;
      if (record) return [record];
      throw Object.assign(new Error('nothing there'), { code: 'ENOTFOUND' });
    },
  }));
});
afterAll(() => close());
beforeEach(async () => {
  trap.messages.length = 0;
  an = await newPerson(server);
});

const signers = new Map(['vpp.example', 'khac.example'].map((name) => [name, createSigningDomain(name)]));
const keys = new Map([...signers.values()].map(({ keyName, keyRecord }) => [keyName, keyRecord]));
const MAI = 'mai@khac.example';
const AI = 'ai@vpp.example';
const CHAM = 'cham@vpp.example';

async function send(to: string[]): Promise<Message> {
  const draft = await writeDraft(an, to);
  await an.client.sendMail({ body: { msg_id: draft.id } });
  await runJobsUntilIdle(server.context);
  return readMail(an, draft.id);
}

type Given = {
  recipient?: string;
  action?: string;
  messageId?: string | null;
  to?: string;
  /** The report contains the headers that were sent; by default those of the last message. */
  mark?: string | null;
  from?: string;
  /** The domain that signs it. */
  signedBy?: string;
  envelopeId?: string | null;
  /** Who delivers it: a stranger, or the Postfix in front. */
  protocol?: 'smtp' | 'lmtp';
};

/** Like a report of our Postfix relay: unsigned, from our own domain, with the envelope id. */
function ofRelay(): Given {
  const from = 'Mail Delivery System <MAILER-DAEMON@saomai.example>';
  return { from, protocol: 'lmtp', envelopeId: trap.messages.at(-1)?.envelopeId ?? null };
}

/** The tracking header of the last sent message, which identifies a returned copy. */
function markThatLeft(): string | null {
  const [line = null] =
    /^X-Delivery-Mark: .+$/m.exec(Buffer.from(trap.messages.at(-1)?.raw ?? '').toString()) ?? [];
  return line?.trim() ?? null;
}

/** A report in the form of other mail servers, delivered over SMTP without authentication. */
async function comesBack(sent: Message, given: Given = {}): Promise<void> {
  const { recipient = AI, action = 'failed', messageId = sent.message_id_header, to = an.email } = given;
  const { from = 'Mail Delivery System <MAILER-DAEMON@mail.vpp.example>', mark = markThatLeft() } = given;
  const { envelopeId = null, protocol = 'smtp' } = given;
  const raw = [
    `From: ${from}`,
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
    ...(envelopeId === null ? [] : [`Original-Envelope-Id: ${envelopeId}`]),
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
    ...(mark === null ? [] : [mark]),
    '',
    '--b--',
    '',
  ].join('\r\n');
  const signer = signers.get(given.signedBy ?? '');
  const signed = signer ? await signer.sign(Buffer.from(raw), new Date(TEST_NOW)) : raw;
  const port = server.running[`${protocol}Port`] as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol });
  try {
    const { message } = await client.send({ from: '', to: [to], raw: signed });
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
  await comesBack(sent, { signedBy: 'vpp.example' });
  expect(await stateOf(sent)).toEqual({
    status: 'sending_failed',
    error_msg: `${AI}: 550 5.1.1 User unknown`,
    states: [`${AI} failed`, `${CHAM} delivered`],
  });
  // The message stays where it is, and the report is readable.
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

it('knows a report of one recipient by the copy that it gives back, signed or not', async () => {
  const sent = await send([AI]);
  await comesBack(sent, { mark: null });
  await comesBack(sent, { mark: `X-Delivery-Mark: ${'0'.repeat(32)}` });
  expect(await stateOf(sent)).toMatchObject({ status: '', states: [`${AI} delivered`] });
  await comesBack(sent);
  expect((await stateOf(sent)).states).toEqual([`${AI} failed`]);
});

it('knows an unsigned report of a relay by its envelope, of one of several, and does not call it forged', async () => {
  const sent = await send([AI, MAI]);
  await comesBack(sent, { ...ofRelay(), recipient: MAI });
  expect((await stateOf(sent)).states).toEqual([`${AI} delivered`, `${MAI} failed`]);
  expect(await mailIn(an, 'INBOX')).toMatchObject([{ spoofed: false }]);
  expect(await recount(server.context.db, an.mailbox)).toEqual([]);
});

it('believes no envelope of another message, and warns of its report', async () => {
  await send([AI, MAI]);
  const another = ofRelay();
  const sent = await send([AI, MAI]);
  await comesBack(sent, another);
  // Every recipient knows the marker.
  await comesBack(sent, { ...ofRelay(), envelopeId: markThatLeft()?.split(' ')[1] ?? '' });
  await comesBack(sent, { ...ofRelay(), envelopeId: null });
  expect(await stateOf(sent)).toMatchObject({ status: '', states: [`${AI} delivered`, `${MAI} delivered`] });
  expect(await mailIn(an, 'INBOX')).toMatchObject([{ spoofed: true }, { spoofed: true }, { spoofed: true }]);
});

it('warns of who writes as a person of ours, whatever envelope they name', async () => {
  const sent = await send([AI, MAI]);
  await comesBack(sent, { ...ofRelay(), from: 'Giám đốc <lan.anh@saomai.example>' });
  expect(await mailIn(an, 'INBOX')).toMatchObject([{ spoofed: true }]);
});

it.each<[string, Given]>([
  ['in a name of their own', { from: MAI, signedBy: 'khac.example' }],
  ['as the server of their own domain', { from: 'MAILER-DAEMON@khac.example', signedBy: 'khac.example' }],
  ['as the server of the other’s domain', {}],
  ['as the server of the other’s domain, and signs it as theirs', { signedBy: 'khac.example' }],
  ['as a person of the other’s domain', { from: CHAM, signedBy: 'vpp.example' }],
])('does not believe one recipient of another: %s', async (_, given) => {
  const sent = await send([AI, MAI]);
  await comesBack(sent, given);
  await comesBack(sent, { ...given, action: 'delayed' });
  expect(await stateOf(sent)).toMatchObject({ status: '', states: [`${AI} delivered`, `${MAI} delivered`] });
  expect(await mailIn(an, 'INBOX')).toHaveLength(2);
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
