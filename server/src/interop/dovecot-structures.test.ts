import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { describe, expect, test } from 'vitest';
import { demoWorld } from '../demo-world/world.ts';
import { type BodySection, sectionRange } from '../platform/mime/body-sections.ts';
import type { BodyPart } from '../platform/mime/body-structure.ts';
import { readEnvelope } from '../platform/mime/envelope.ts';
import { readMail } from '../platform/mime/read-mail.ts';
import { seededNumbers } from '../test-kit/hostile/hostile-parts.ts';
import { hostileDeliveries } from '../test-kit/hostile-mail.ts';
import { findDovecot } from './debian-programs.ts';
import { askImap, bodyStructureList, envelopeList, fetchedLists, type ImapValue } from './imap-lists.ts';
import { startDovecot } from './start-dovecot.ts';

const dovecot = findDovecot();
const ACCOUNT = { user: 'lan@cu.example', password: 'cũ' };
const YEAR_2020 = 1_577_836_800;
const NOVEMBER_2026 = 1_795_132_800;

type Named = { name: string; raw: Buffer };

/** Dovecot's response for each message. */
async function askDovecot(messages: Named[], what: (message: Named) => string): Promise<ImapValue[][]> {
  if (dovecot === null) return [];
  const server = await startDovecot(dovecot, { ...ACCOUNT, specialUse: {} });
  try {
    const files = messages.map(({ raw }, index) => ({ raw, at: YEAR_2020 + index }));
    await server.put('INBOX', files);
    const fetches = messages.map((message, index) => `FETCH ${index + 1} (${what(message)})`);
    const lists = fetchedLists(await askImap(server.port, ACCOUNT, ['SELECT INBOX', ...fetches]));
    return messages.map((_, index) => lists.get(index + 1) ?? []);
  } finally {
    await server.stop();
  }
}

function rootOf({ raw }: Named): BodyPart {
  return JSON.parse(readMail(raw).mail.structure.structure) as BodyPart;
}

function envelopeFrom({ raw }: Named): ImapValue[] {
  return envelopeList(readEnvelope(Buffer.from(readMail(raw).mail.structure.fields ?? '', 'latin1')));
}

/** Dovecot reports ASCII for a text without a charset; we report only what the message says. */
function withoutAscii(value: ImapValue): ImapValue {
  if (!Array.isArray(value)) return value;
  if (value.length === 2 && value[0] === 'charset' && value[1] === 'us-ascii') return null;
  const ascii = value.at(-2) === 'charset' && value.at(-1) === 'us-ascii';
  return (ascii ? value.slice(0, -2) : value).map(withoutAscii);
}

/** Every seventh message of the demo world. */
function demoMessages(): Named[] {
  return [...demoWorld(NOVEMBER_2026).mail]
    .filter((_, index) => index % 7 === 0)
    .map(({ raw }, index) => ({ name: `demo ${index}`, raw }));
}

/** As composed by other programs, forwarded within each other. */
async function composedMessages(count: number): Promise<Named[]> {
  const next = seededNumbers(9_051);
  const words = ['Kính gửi', 'báo cáo', '"giá"', 'a,b', 'plain', '你好', 'đính kèm (2)'];
  const pick = (most: number) =>
    Array.from({ length: 1 + (next() % most) }, () => words[next() % words.length]).join(' ');
  const people = (most: number) =>
    Array.from({ length: next() % most }, () => ({
      name: next() % 3 === 0 ? '' : pick(3),
      address: `n${next() % 100}@b${next() % 10}.vn`,
    }));
  const messages: Named[] = [];
  for (let number = 0; number < count; number += 1) {
    const forwarded = next() % 3 === 0 ? messages[next() % messages.length] : undefined;
    const content = {
      ...{ subject: pick(20), from: people(2), to: people(5), cc: people(3), replyTo: people(2) },
      ...(next() % 4 === 0 ? { sender: { name: pick(2), address: 's@b.vn' } } : {}),
      ...(next() % 2 === 0 ? { inReplyTo: `<${next()}@b.vn>`, references: `<1@b.vn> <${next()}@b.vn>` } : {}),
      ...{ text: `${pick(60)}\n${pick(9)}`, ...(next() % 2 === 0 ? { html: `<p>${pick(40)}</p>` } : {}) },
      ...{ date: new Date((YEAR_2020 + number) * 1000), messageId: `<composed${number}@b.vn>` },
      textEncoding: next() % 2 === 0 ? ('base64' as const) : ('quoted-printable' as const),
      attachments: [
        ...Array.from({ length: next() % 3 }, (_, at) => ({
          filename: `${pick(9)} ${at}.pdf`,
          content: Buffer.from(pick(50)),
          ...(next() % 2 === 0 ? { cid: `${at}@b.vn` } : {}),
        })),
        ...(forwarded === undefined
          ? []
          : [{ contentType: 'message/rfc822', filename: 'thư.eml', content: forwarded.raw }]),
      ],
    };
    const composed = new MailComposer(content).compile();
    messages.push({ name: `composed ${number}`, raw: await composed.build() });
  }
  return messages;
}

/** Well-formed lines in malformed messages that both should parse the same way. */
function oddMessages(): Named[] {
  return [...hostileDeliveries()].filter(
    ({ name, raw }) =>
      raw.length < 100_000 &&
      !/[^\r]\n|\r[^\n]|\0/.test(` ${raw.toString('latin1')} `) &&
      !READ_IN_ANOTHER_WAY.some(({ which }) => which.test(name)),
  );
}

/** The reviewed list of differences, with the reason of each. */
const READ_IN_ANOTHER_WAY = [
  {
    which: /^(cut|\d+ bytes changed|lines )/,
    why: 'where a header or a part ends that has no end is guessed',
  },
  {
    which: /^(one byte|no headers|base64 messages)/,
    why: 'what is not a header is text, which the web shows',
  },
  { which: /^spaces for the empty line/, why: 'a blank line ends a header' },
  { which: /^(a byte order mark|continuation line)/, why: 'a header that begins so is text' },
  {
    which: /^multipart\/.* (with nothing in it|closed at once)/,
    why: 'a multipart without parts is its text',
  },
  { which: /^boundary never used/, why: 'a multipart without parts is its text' },
  { which: /^Date 1+/, why: 'blanks around a value are none of it' },
  { which: /^base64 quoted-printable: two/, why: 'the first of two fields counts' },
  { which: /^multipart\/ /, why: 'a type has two words' },
  { which: /^Content-Type ("|empty|twice)/, why: 'a type has two words' },
  { which: /^Content-ID "<i+"/, why: 'longer than what is kept of a string' },
  { which: /^file name: of 10 KB/, why: 'longer than what is kept of a string' },
  {
    which: /^file name: (continuation gaps|.* index|quotes open)/,
    why: 'a name in pieces is read as the web reads it',
  },
  {
    which: /^boundary: (empty|a space|a quote|a line break|of 998|8-bit|in Vietnamese|trailing spaces)/,
    why: 'no boundary of RFC 2046, read as the web does',
  },
  { which: /of random bytes/, why: 'no form has a meaning' },
  { which: /^boundary (not named|unquoted)/, why: 'the boundary is guessed, as the web does' },
  { which: /^boundary named twice/, why: 'the first of two parameters counts, and fields of text' },
  { which: /(twice and garbled)/, why: 'the first of two parameters counts, and fields of text' },
  { which: /^(nested|messages) \d+ deep/, why: 'less deep, and what is deeper is text' },
  { which: /: (nothing in angles|two addresses in one|line breaks encoded)/, why: 'a broken address' },
  { which: /: (NUL in the address|trailing garbage)/, why: 'a broken address' },
];

function differences(messages: Named[], fetched: ImapValue[][]): string[] {
  return messages.flatMap((message, index) => {
    const answer = fetched[index] ?? [];
    const [structure, envelope] = ['BODYSTRUCTURE', 'ENVELOPE'].map(
      (name) => answer[answer.indexOf(name) + 1] ?? null,
    );
    const ours = [bodyStructureList(rootOf(message)), envelopeFrom(message)].map(printed);
    const theirs = [structure ?? null, envelope ?? null].map(printed);
    return ours.join() === theirs.join()
      ? []
      : [[message.name, 'OURS', ...ours, 'THEIRS', ...theirs].join('\n')];
  });
}

/** In a name in several parts, Dovecot leaves blanks undecoded in those without a charset. */
function printed(value: ImapValue): string {
  return JSON.stringify(withoutAscii(value)).replaceAll('%20', ' ');
}

/** Every section of a message, with its name. */
function sectionsOf(root: BodyPart): { name: string; section: BodySection }[] {
  const named = (path: number[], of: BodySection['of']) => ({
    name: [...path, ...(of === null ? [] : [of.toUpperCase()])].join('.'),
    section: { path, of },
  });
  const below = (part: BodyPart, path: number[]): ReturnType<typeof named>[] => {
    const parts = part.parts ?? [part];
    return parts.flatMap((child, index) => {
      const number = [...path, index + 1];
      const own = [named(number, null), named(number, 'mime')];
      if (child.message) {
        const message = [named(number, 'header'), named(number, 'text')];
        return [...own, ...message, ...below(child.message.root, number)];
      }
      return child.parts && child !== part ? [...own, ...below(child, number)] : own;
    });
  };
  return [named([], null), named([], 'header'), named([], 'text'), ...below(root, [])].slice(0, 60);
}

describe.skipIf(dovecot === null)('beside Dovecot of Debian', () => {
  test('messages of the demo world and composed ones have the same structure and envelope', async () => {
    const messages = [...demoMessages(), ...(await composedMessages(200))];
    const fetched = await askDovecot(messages, () => 'BODYSTRUCTURE ENVELOPE');
    expect(messages.length).toBeGreaterThan(300);
    expect(differences(messages, fetched)).toEqual([]);
  });

  test('malformed messages differ in what was reviewed alone', async () => {
    const messages = oddMessages();
    const fetched = await askDovecot(messages, () => 'BODYSTRUCTURE ENVELOPE');
    expect(messages.length).toBeGreaterThan(100);
    expect(differences(messages, fetched)).toEqual([]);
  });

  test('every section has the same bytes', async () => {
    const messages = [...demoMessages().slice(0, 40), ...(await composedMessages(120))];
    const sections = messages.map((message) => sectionsOf(rootOf(message)));
    const fetched = await askDovecot(messages, (message) =>
      (sections[messages.indexOf(message)] ?? []).map(({ name }) => `BODY.PEEK[${name}]`).join(' '),
    );
    for (const [index, message] of messages.entries()) {
      const answer = fetched[index] ?? [];
      for (const { name, section } of sections[index] ?? []) {
        const range = sectionRange(rootOf(message), section);
        const ours = range && message.raw.toString('latin1', range.start, range.end);
        expect(ours, `${message.name} ${name}`).toBe(answer[answer.indexOf(`BODY[${name}]`) + 1]);
      }
    }
  });
});
