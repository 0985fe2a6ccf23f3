import { mailDate } from './dates.ts';
import type { Contact, Turn } from './message.ts';
import { htmlBody, type Posted, plainBody } from './message-body.ts';
import {
  encodeIso2022Jp,
  encodeWindows1258,
  encodeWords,
  filePart,
  type MailFile,
  multipart,
  type Part,
  partBytes,
  textPart,
  utf8Part,
  withCrlf,
} from './mime.ts';

export type DemoMessage = {
  turn: Turn;
  to: Contact[];
  cc: Contact[];
  subject: string;
  at: number;
  messageId: string;
  /** Ids with angle brackets, oldest first. */
  references: string[];
  quoted: Posted | null;
  /** The raw turn before, which a delivery report sends back. */
  rawBefore: Buffer | null;
};

const programs: Record<Contact['client'], string | null> = {
  gmail: null,
  outlook: 'X-Mailer: Microsoft Outlook 16.0',
  thunderbird: 'User-Agent: Mozilla Thunderbird',
  phone: 'X-Mailer: iPhone Mail (21G93)',
  legacy: 'X-Mailer: Microsoft Outlook Express 6.00.2900.5931',
  japanese: 'X-Mailer: Becky! ver. 2.81.04 [ja]',
  utf16: 'X-Mailer: VanThu 2.1',
};

export function buildMessage(message: DemoMessage): { raw: Buffer; posted: Posted } {
  const { turn, to, cc, at, messageId } = message;
  const writer = turn.from;
  const text = turn.html ? turn.text : plainBody(writer, turn.text, message.quoted);
  const html = turn.html ?? htmlBody(writer, turn.text, message.quoted);
  const body = turn.undeliveredTo
    ? deliveryReport(message, turn.undeliveredTo)
    : messagePart(message, text, html);
  const program = programs[writer.client];
  const headers = [
    `From: ${address(writer)}`,
    ...addressList('To', to),
    ...addressList('Cc', cc),
    ...(message.subject === '' ? [] : [`Subject: ${encodedSubject(message)}`]),
    `Date: ${mailDate(at, writer.zone)}`,
    `Message-ID: ${messageId}`,
    ...inReplyTo(message.references),
    ...(turn.askReceipt ? [`Disposition-Notification-To: ${address(writer)}`] : []),
    ...(program ? [program] : []),
    ...(turn.headers ?? []),
    'MIME-Version: 1.0',
    ...body.headers,
  ];
  const posted = { messageId, subject: message.subject, at, from: writer, to, text, html };
  return { raw: partBytes({ headers, body: body.body }), posted };
}

function address(contact: Contact): string {
  if (contact.name === '') return contact.email;
  const name =
    /^[\x20-\x7e]*$/.test(contact.name) && /[^\w ]/.test(contact.name)
      ? `"${contact.name}"`
      : encodeWords(contact.name);
  return `${name} <${contact.email}>`;
}

function addressList(header: string, contacts: Contact[]): string[] {
  return contacts.length > 0 ? [`${header}: ${contacts.map(address).join(',\r\n ')}`] : [];
}

function inReplyTo(references: string[]): string[] {
  const last = references.at(-1);
  return last ? [`In-Reply-To: ${last}`, `References: ${references.join('\r\n ')}`] : [];
}

function encodedSubject({ subject, turn }: DemoMessage): string {
  if (turn.from.client !== 'japanese') return encodeWords(subject);
  return `=?ISO-2022-JP?B?${encodeIso2022Jp(subject).toString('base64')}?=`;
}

function messagePart(message: DemoMessage, text: string, html: string): Part {
  const { turn, messageId, at } = message;
  const files = [...(turn.files ?? [])];
  const logo = turn.from.client === 'outlook' || turn.from.client === 'gmail' ? turn.from.logo : undefined;
  const bodies = bodyParts(turn, text, html, logo, messageId);
  if (turn.calendar) {
    const invitation = turn.calendar({ at, uid: messageId.slice(1, -1) });
    bodies.push(utf8Part('text/calendar; method=REQUEST', invitation, 'base64'));
    files.push({ name: 'invite.ics', type: 'application/ics', content: Buffer.from(withCrlf(invitation)) });
  }
  const [only] = bodies;
  const main = bodies.length === 1 && only ? only : multipart('alternative', messageId, bodies);
  return files.length > 0 ? multipart('mixed', messageId, [main, ...files.map(filePart)]) : main;
}

function bodyParts(turn: Turn, text: string, html: string, logo: MailFile | undefined, seed: string): Part[] {
  const client = turn.html ? 'gmail' : turn.from.client;
  switch (client) {
    case 'gmail':
    case 'outlook': {
      const transfer = client === 'gmail' ? 'quoted-printable' : 'base64';
      const rich = utf8Part('text/html', html, transfer);
      return [
        utf8Part('text/plain', text, transfer),
        logo ? multipart('related; type="text/html"', seed, [rich, filePart(logo)]) : rich,
      ];
    }
    case 'thunderbird':
      return [utf8Part('text/plain; format=flowed', flowed(text), '8bit')];
    case 'phone':
      return [utf8Part('text/plain', text, 'base64')];
    case 'legacy':
      return [textPart('text/plain', encodeWindows1258(withCrlf(text)), 'windows-1258', 'quoted-printable')];
    case 'japanese':
      return [textPart('text/plain', encodeIso2022Jp(withCrlf(text)), 'ISO-2022-JP', '7bit')];
    case 'utf16':
      return [textPart('text/plain', Buffer.from(`\ufeff${withCrlf(text)}`, 'utf16le'), 'utf-16', 'base64')];
  }
}

/** RFC 3676: a blank at the end of a line says that the paragraph goes on. */
function flowed(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('>') || line === '-- ') return line;
      const stuffed = /^( |From )/.test(line) ? ` ${line}` : line;
      return stuffed.trimEnd().replace(/(.{50,74}) (?=\S)/g, '$1 \n');
    })
    .join('\n');
}

function deliveryReport(message: DemoMessage, recipient: string): Part {
  const host = message.turn.from.email.split('@')[1];
  const machine = [
    `Reporting-MTA: dns; ${host}`,
    `Arrival-Date: ${mailDate(message.at - 4, 420)}`,
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 User unknown',
    '',
  ].join('\r\n');
  return multipart('report; report-type=delivery-status', message.messageId, [
    utf8Part('text/plain', message.turn.text, '8bit'),
    { headers: ['Content-Type: message/delivery-status'], body: Buffer.from(machine) },
    {
      headers: ['Content-Type: message/rfc822', 'Content-Transfer-Encoding: 8bit'],
      body: message.rawBefore ?? Buffer.alloc(0),
    },
  ]);
}
