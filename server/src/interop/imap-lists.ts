import { connect } from 'node:net';
import type { BodyPart } from '../platform/mime/body-structure.ts';
import type { Envelope, EnvelopeAddress } from '../platform/mime/envelope.ts';

/** A parenthesized list of IMAP; NIL is null, a string has one character per byte. */
export type ImapValue = string | number | null | ImapValue[];

/** Sends commands to an IMAP server that requires authentication, and returns its whole output. */
export async function askImap(
  port: number,
  { user, password }: { user: string; password: string },
  commands: string[],
): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  const lines = [`LOGIN "${user}" "${password}"`, ...commands];
  let said = '';
  try {
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('close', () => reject(new Error(`The server hung up after ${said.slice(-200)}`)));
      let sent = 0;
      let looked = 0;
      socket.on('data', (piece: Buffer) => {
        said += piece.toString('latin1');
        const done = sent === 0 ? '\r\n' : `\r\na${sent} `;
        const at = said.indexOf(done, Math.max(0, looked - done.length));
        looked = said.length;
        if (at < 0) return;
        if (sent > 0 && !said.startsWith('OK', at + done.length))
          reject(new Error(said.slice(at).slice(0, 200)));
        if (sent === lines.length) resolve();
        else socket.write(`a${sent + 1} ${lines[sent++]}\r\n`);
      });
    });
    return said;
  } finally {
    socket.destroy();
  }
}

/** The lists of all FETCH responses, by the sequence number of the message. */
export function fetchedLists(said: string): Map<number, ImapValue[]> {
  const found = new Map<number, ImapValue[]>();
  const answer = /\r\n\* (\d+) FETCH /g;
  for (let match = answer.exec(said); match !== null; match = answer.exec(said)) {
    const { value, end } = readValue(said, match.index + match[0].length);
    found.set(Number(match[1]), value as ImapValue[]);
    answer.lastIndex = end;
  }
  return found;
}

function readValue(text: string, at: number): { value: ImapValue; end: number } {
  if (text[at] === '(') {
    const list: ImapValue[] = [];
    let position = at + 1;
    while (text[position] !== ')') {
      if (text[position] === ' ') position += 1;
      else {
        const { value, end } = readValue(text, position);
        list.push(value);
        position = end;
      }
    }
    return { value: list, end: position + 1 };
  }
  if (text[at] === '"') {
    let end = at + 1;
    while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
    return { value: text.slice(at + 1, end).replace(/\\(.)/gs, '$1'), end: end + 1 };
  }
  const section = /^[A-Z][A-Z\d.]*\[[^\]]*\](?:<\d+>)?/.exec(text.slice(at, at + 300))?.[0];
  if (section !== undefined) return { value: section, end: at + section.length };
  const [literal, length] = /^~?\{(\d+)\}\r\n/.exec(text.slice(at, at + 20)) ?? [];
  if (literal !== undefined) {
    const start = at + literal.length;
    return { value: text.slice(start, start + Number(length)), end: start + Number(length) };
  }
  const atom = /^[^\s()"]+/.exec(text.slice(at, at + 200))?.[0] ?? '';
  const value = atom === 'NIL' ? null : /^\d+$/.test(atom) ? Number(atom) : atom;
  return { value, end: at + atom.length };
}

/** As a server writes it (RFC 9051, 7.5.2). */
export function bodyStructureList(part: BodyPart): ImapValue[] {
  const { type, params, disposition, language, location, parts, message } = part;
  const extensions = [
    disposition ? [disposition.type, pairs(disposition.params)] : null,
    language?.length ? (language.length === 1 ? (language[0] ?? null) : language) : null,
    location ?? null,
  ];
  const [main = '', sub = ''] = type.split('/');
  if (parts) return [...parts.map(bodyStructureList), sub, pairs(params), ...extensions];
  const own = [part.id ?? null, part.description ?? null, part.encoding ?? '7bit', part.end - part.body];
  const nested = message ? [envelopeList(message.envelope), bodyStructureList(message.root)] : [];
  const lines = part.lines === undefined ? [] : [part.lines];
  return [main, sub, pairs(params), ...own, ...nested, ...lines, part.md5 ?? null, ...extensions];
}

function pairs(params: [string, string][] | undefined): ImapValue {
  return params === undefined || params.length === 0 ? null : params.flat();
}

export function envelopeList(envelope: Envelope): ImapValue[] {
  const { date, subject, from, sender, replyTo, to, cc, bcc, inReplyTo, messageId } = envelope;
  const lists = [from, sender, replyTo, to, cc, bcc].map((list) => list?.map(addressList) ?? null);
  return [date, subject, ...lists, inReplyTo, messageId];
}

function addressList({ name, adl, mailbox, host }: EnvelopeAddress): ImapValue[] {
  return [name, adl, mailbox, host];
}
