import { lanAnh } from '../demo-world/people.ts';
import type { NewPerson } from './new-person.ts';
import { runJobsUntilIdle } from './run-jobs.ts';
import { createSigningDomain } from './signed-mail.ts';
import { connectMail } from './smtp-client.ts';
import type { TestServer, TestServerOptions } from './start-server.ts';
import { TEST_NOW } from './test-clock.ts';

export const ASKER = 'hung@doitac.example';
const DOMAINS = ['doitac.example', 'evil.example', 'ds.example'];
const signers = new Map(DOMAINS.map((domain) => [domain, createSigningDomain(domain)]));
const keys = new Map([...signers.values()].map(({ keyName, keyRecord }) => [keyName, keyRecord]));

/** The public keys of the signing domains, without any DMARC policy. */
export const keysInDns: NonNullable<TestServerOptions['resolver']> = async (name, type) => {
  const record = type === 'TXT' ? keys.get(name) : undefined;
  if (record) return [record];
  throw Object.assign(new Error('nothing there'), { code: 'ENOTFOUND' });
};

export type InvitationGiven = {
  method?: string;
  sequence?: number;
  stamp?: string;
  uid?: string;
  organiser?: string;
  sentBy?: string;
  /** An address, or a whole From field. */
  from?: string;
  headers?: string[];
  /** The signing domain; null: none. Defaults to the domain of its sender, if that signs. */
  signedBy?: string | null;
  /** A mailing list's footer below the body, added after signing. */
  footer?: string;
  /** The invitees as ATTENDEE lines; defaults to the receiver, who has not answered, and Bình. */
  attendees?: string[];
  /** Times and what else it says, in place of a series on Tuesdays. */
  lines?: string[];
  /** The local user who submits it; otherwise it arrives over SMTP. */
  submittedBy?: NewPerson;
};

let counter = 0;

/** Delivers an invitation as a part of the body, as most programs write it; returns the id of its file. */
export async function receiveInvitation(
  server: TestServer,
  to: NewPerson,
  given: InvitationGiven = {},
): Promise<string> {
  counter += 1;
  const { from = `Hùng <${ASKER}>`, headers = [], method = 'REQUEST', submittedBy } = given;
  const address = /<(.*)>/.exec(from)?.[1] ?? from.split(', ').at(-1) ?? from;
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const raw = Buffer.from(
    [
      `From: ${from}`,
      `To: ${to.email}`,
      ...headers,
      'Subject: Lời mời',
      `Message-ID: <${counter}@loi-moi.example>`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/alternative; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Mời họp',
      '--b',
      `Content-Type: text/calendar; charset=utf-8${method === '' ? '' : `; method=${method}`}`,
      '',
      calendar(to, given),
      '--b--',
      '',
    ].join('\r\n'),
  );
  const signer = submittedBy || given.signedBy === null ? undefined : signers.get(given.signedBy ?? domain);
  const signed = signer ? await signer.sign(raw, new Date(TEST_NOW)) : raw;
  const { running } = server;
  const port = (submittedBy ? running.submissionPort : running.smtpPort) as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol: 'smtp' });
  if (submittedBy) {
    const secret = Buffer.from(`\0${submittedBy.email}\0${lanAnh.password}`).toString('base64');
    await client.command(`AUTH PLAIN ${secret}`);
  }
  const { message } = await client.send({
    from: submittedBy?.email ?? address,
    to: [to.email],
    raw: Buffer.concat([signed, Buffer.from(given.footer ?? '')]),
  });
  client.end();
  if (message[0]?.code !== 250) throw new Error(`the invitation was refused: ${message[0]?.lines.join(' ')}`);
  if (submittedBy) await runJobsUntilIdle(server.context);
  return fileOf(server, to, `${counter}@loi-moi.example`);
}

const LINES = [
  'DTSTART;TZID=SE Asia Standard Time:20261124T090000',
  'DTEND;TZID=SE Asia Standard Time:20261124T103000',
  'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=4',
  'SUMMARY:Họp chốt giá',
  'LOCATION:Phòng 3',
];

function calendar(to: NewPerson, given: InvitationGiven): string {
  const {
    method = 'REQUEST',
    organiser = ASKER,
    sentBy,
    sequence = 0,
    stamp = '20261101T010000Z',
    uid = 'hop-1@doitac.example',
    attendees = [
      `ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${to.email}`,
      'ATTENDEE;PARTSTAT=ACCEPTED;CN=Bình:mailto:binh@doitac.example',
    ],
  } = given;
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Doi tac//VI',
    ...(method === '' ? [] : [`METHOD:${method}`]),
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp}`,
    `SEQUENCE:${sequence}`,
    ...(given.lines ?? LINES),
    `ORGANIZER;CN=Hùng${sentBy ? `;SENT-BY="mailto:${sentBy}"` : ''}:mailto:${organiser}`,
    ...attendees,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}

async function fileOf(server: TestServer, to: NewPerson, messageId: string): Promise<string> {
  const file = await server.context.db
    .selectFrom('attachments as a')
    .innerJoin('messages as m', (join) =>
      join.onRef('m.mailbox_id', '=', 'a.mailbox_id').onRef('m.id', '=', 'a.message_id'),
    )
    .select('a.id')
    .where('a.mailbox_id', '=', to.mailbox)
    .where('a.calendar', 'is not', null)
    .where('m.message_id_header', '=', messageId)
    .executeTakeFirst();
  if (!file) throw new Error('the calendar part was not marked');
  return file.id;
}
