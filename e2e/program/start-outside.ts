import { NXDOMAIN, startNameServer } from '@bocau/server/test-kit/name-server.ts';
import { createSigningDomain } from '@bocau/server/test-kit/signed-mail.ts';
import { connectMail } from '@bocau/server/test-kit/smtp-client.ts';
import { startSmtpTrap, type TrappedMessage } from '@bocau/server/test-kit/smtp-trap.ts';
import type { Program } from './start-program.ts';

const DOMAIN = 'doitac.example';

/** Everybody elsewhere: a mail server that takes what is sent there, and people of one domain, which signs what they answer. */
export type Outside = {
  env: Record<string, string>;
  /** The calendar parts of what somebody was sent, in order. */
  invitationsOf(email: string): string[];
  /** By mail, as another mail server brings it. */
  answer(program: Pick<Program, 'smtpPort'>, invitation: string, by: Answer): Promise<void>;
  close(): Promise<void>;
};

type Answer = { email: string; answer: 'ACCEPTED' | 'DECLINED' };

export async function startOutside(): Promise<Outside> {
  const trap = await startSmtpTrap();
  const signing = createSigningDomain(DOMAIN);
  const dns = await startNameServer(({ type, name }) =>
    type === 'TXT' && name === signing.keyName
      ? { answers: [{ type, name, ttl: 60, data: signing.keyRecord }] }
      : { rcode: NXDOMAIN },
  );
  return {
    env: {
      SMTP_RELAY: `smtp://127.0.0.1:${trap.port}?tls=never`,
      DNS_SERVERS: `127.0.0.1:${dns.port}`,
    },
    invitationsOf: (email) =>
      trap.messages.filter(({ to }) => to.includes(email)).flatMap((message) => calendarOf(message) ?? []),
    async answer({ smtpPort }, invitation, by) {
      const { raw, to, writtenAt } = replyTo(invitation, by);
      const signed = await signing.sign(Buffer.from(raw), writtenAt);
      const client = await connectMail({ host: '127.0.0.1', port: smtpPort, protocol: 'smtp' });
      try {
        const { message } = await client.send({ from: by.email, to: [to], raw: signed });
        if (message[0]?.code !== 250) throw new Error(`The answer was answered ${JSON.stringify(message)}`);
      } finally {
        client.end();
      }
    },
    async close() {
      await trap.close();
      await dns.close();
    },
  };
}

/** The part that programs read, without the breaks of folded lines. */
function calendarOf({ raw }: TrappedMessage): string | null {
  const parts = raw.toString('latin1').split(/\r\n--[^\r\n]+\r\n/);
  const part = parts.find((one) => /^content-type: text\/calendar/im.test(one));
  if (part === undefined) return null;
  const [head = '', ...body] = part.split('\r\n\r\n');
  const text = body.join('\r\n\r\n');
  return decoded(head, text).replaceAll(/\r\n[ \t]/g, '');
}

function decoded(head: string, text: string): string {
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(text, 'base64').toString();
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return text;
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

function replyTo(
  invitation: string,
  { email, answer }: Answer,
): { raw: string; to: string; writtenAt: Date } {
  // Its zones have times too.
  const event = invitation.slice(invitation.indexOf('BEGIN:VEVENT'));
  const line = (name: string) => new RegExp(`^${name}[;:].*$`, 'm').exec(event)?.[0]?.trim() ?? '';
  const to = /mailto:(.*)$/i.exec(line('ORGANIZER'))?.[1] ?? '';
  const calendar = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Khac//Lich//VI', 'METHOD:REPLY', 'BEGIN:VEVENT'],
    ...['UID', 'SEQUENCE', 'DTSTAMP', 'SUMMARY', 'ORGANIZER'].map(line),
    ...[`ATTENDEE;PARTSTAT=${answer}:mailto:${email}`, 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n');
  const raw = [
    ...[`From: <${email}>`, `To: <${to}>`, 'Subject: Answer'],
    ...[`Message-ID: <${answer}.${email}>`, 'MIME-Version: 1.0'],
    'Content-Type: text/calendar; charset=utf-8; method=REPLY',
    'Content-Transfer-Encoding: base64',
    '',
    ...(Buffer.from(calendar)
      .toString('base64')
      .match(/.{1,76}/g) ?? []),
    '',
  ].join('\r\n');
  const stamp = line('DTSTAMP').replace(/^.*:(....)(..)(..T..)(..)(..)Z$/, '$1-$2-$3:$4:$5Z');
  return { raw, to, writtenAt: new Date(stamp) };
}
