import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededNumbers } from '../../test-kit/hostile/hostile-parts.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

const OWN = 'saomai.example';
const FRONT = 'mx.front.example';
const COLLEAGUE = `minh.tran@${OWN}`;

let server: TestServer;
let lanAnh: Awaited<ReturnType<TestServer['signIn']>>;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail', TRUSTED_AUTHSERV: FRONT } });
  lanAnh = await server.signIn(`lan.anh@${OWN}`);
});
afterAll(() => server.close());

let counter = 0;

/** Sends raw header fields, one byte per character, from an unauthenticated client; returns what is shown. */
async function shownOf(protocol: 'smtp' | 'lmtp', ...headers: string[]) {
  const port = server.running[`${protocol}Port`] as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol });
  const subjects: string[] = [];
  for (const header of headers) {
    counter += 1;
    subjects.push(`Thư giả số ${counter}`);
    const rest = `Message-ID: <spoof-${counter}@away.example>\r\nX-Number: ${counter}\r\n\r\nChào chị\r\n`;
    const subject = Buffer.from(`Subject: ${subjects.at(-1)}\r\n`);
    const raw = Buffer.concat([Buffer.from(`${header}\r\n`, 'latin1'), subject, Buffer.from(rest)]);
    const answer = await client.send({ from: 'x@away.example', to: [`lan.anh@${OWN}`], raw });
    expect(answer.message[0], header.slice(-200)).toMatchObject({ code: 250 });
  }
  client.end();
  const folders = await Promise.all(
    ['INBOX', 'Junk'].map((folder) => lanAnh.listThreads({ query: { in: folder, limit: '100' } })),
  );
  const data = folders.flatMap((folder) => folder.data);
  return Promise.all(
    subjects.map(async (subject) => {
      const thread = data.find((one) => one.subject.endsWith(subject));
      const message = await lanAnh.getMessage({
        params: { id: thread?.message_ids[0] as string },
        query: {},
      });
      return { thread, message: message.data };
    }),
  );
}

/** UTF-8 bytes as Latin-1 characters, to be placed among raw bytes. */
const utf8 = (text: string) => Buffer.from(text).toString('latin1');

test.each([
  ['folded within the domain', `From: CEO <minh.tran@sao\r\n mai.example>`],
  ['with a space within the domain', `From: CEO <minh.tran@saomai .example>`],
  ['with a tab within the domain', `From: CEO <minh.tran@saomai.\texample>`],
  ['with DEL within the domain', `From: CEO <minh.tran@saomai.\x7fexample>`],
  ['with a no-break space within the domain', utf8(`From: CEO <minh.tran@saomai.\u00a0example>`)],
  ['with a foreign address before it', `From: CEO <x@away.example> <${COLLEAGUE}>`],
  ['behind 70 kB of header fields', `${'X-Long: y\r\n'.repeat(7_000)}From: CEO <${COLLEAGUE}>`],
  ['behind one field of 70 kB', `X-Long: ${'y'.repeat(70_000)}\r\nFrom: CEO <${COLLEAGUE}>`],
  ['in Sender alone', `Sender: CEO <${COLLEAGUE}>`],
  ['with a zero-width space in the domain', utf8(`From: CEO <minh.tran@sao\u200bmai.example>`)],
  ['in full-width letters', utf8(`From: CEO <minh.tran@ｓａｏｍａｉ。example>`)],
  ['as a name', `From: "${COLLEAGUE}" <x@away.example>`],
  ['as an encoded name', `From: =?utf-8?Q?minh.tran=40saomai.example?= <x@away.example>`],
  ['as an encoded name and nothing else', `From: =?utf-8?Q?minh.tran=40saomai.example?=`],
  ['before another address in the same brackets', `From: CEO <${COLLEAGUE},x@away.example>`],
  ['before another domain', `From: CEO <${COLLEAGUE}@away.example>`],
  ['in a second field', `From: x@away.example\r\nFrom: ${COLLEAGUE}`],
])("DM-4 a colleague's address that nothing proves is marked: %s", async (_name, header) => {
  for (const protocol of ['smtp', 'lmtp'] as const) {
    const [shown] = await shownOf(protocol, header);
    expect(shown).toMatchObject({ thread: { spoofed: true }, message: { spoofed: true } });
    expect(shown?.message.subject).toMatch(/^\*\*SPOOF\*\* /);
  }
});

test('DM-4 by LMTP the server in front vouches for a colleague, and nobody else does', async () => {
  const vouching = (name: string) =>
    `Authentication-Results: ${name}; auth=pass smtp.auth=${COLLEAGUE}\r\nFrom: ${COLLEAGUE}`;
  const shown = await shownOf('lmtp', vouching(FRONT), vouching('mx.away.example'));
  expect(shown.map(({ message }) => message.spoofed)).toEqual([false, true]);
});

test('a sender of whom something is doubtful comes with it, in the list and in the message', async () => {
  const shown = await shownOf(
    'smtp',
    'From: "ceo@bank.example", <attacker@evil.example>',
    'From: a@away.example, B <b@away.example>',
    'To: x@away.example',
    utf8('From: "\u202ekcab\u3164" <x@away.example>'),
  );
  expect(shown.map(({ message }) => message.from)).toEqual([
    {
      name: '',
      email: 'attacker@evil.example',
      doubts: ['several_addresses'],
      others: [{ name: '', email: 'ceo@bank.example' }],
    },
    {
      name: '',
      email: 'a@away.example',
      doubts: ['several_addresses'],
      others: [{ name: 'B', email: 'b@away.example' }],
    },
    { name: '', email: '', doubts: ['no_from'] },
    { name: 'kcab', email: 'x@away.example', doubts: ['hidden_characters'] },
  ]);
  expect(shown.map(({ thread }) => [thread?.from, thread?.participants])).toEqual(
    shown.map(({ message }) => [message.from, [message.from]]),
  );
});

test('DM-4 whatever a sender writes into From, no address of ours is shown without proof and without a mark', async () => {
  const next = seededNumbers(14);
  const pick = (list: readonly string[]) => list[next() % list.length] as string;
  const pieces = [
    COLLEAGUE,
    'x@away.example',
    OWN,
    'minh.tran',
    '@',
    '.example',
    'saomai',
    'CEO',
    '=?utf-8?Q?m=40?=',
  ];
  const between = [
    '',
    ' ',
    '\t',
    '\r\n ',
    '"',
    '<',
    '>',
    ',',
    ';',
    ':',
    '(',
    ')',
    '\\',
    '\x7f',
    '\x01',
    '\xa0',
  ].concat(['\u200b', '\u202e', '\uff20', '\u3002', '\u00ad', '=?utf-8?B?QHNhb21haS5leGFtcGxl?='].map(utf8));
  const headers = Array.from({ length: 60 }, () => {
    const value = Array.from({ length: 2 + (next() % 6) }, () => pick(pieces) + pick(between)).join('');
    return `${pick(['From', 'From', 'from ', 'Sender'])}: ${value}${next() % 4 === 0 ? `\r\nFrom: ${pick(pieces)}` : ''}`;
  });
  for (const [at, { thread, message }] of (await shownOf('lmtp', ...headers)).entries()) {
    const people = [
      message.from,
      ...(message.from.others ?? []),
      thread?.from,
      ...(thread?.participants ?? []),
    ];
    const seen = people.map((one) => `${one?.name} ${one?.email}`).join(' ');
    // As a human reads it: without invisible characters, and with every variant of a letter normalized.
    const plain = seen
      .normalize('NFKC')
      .replaceAll('\u3002', '.')
      .replace(/[\s\p{Cc}\p{Cf}]/gu, '');
    const claims = new RegExp(`@(?:[a-z0-9-]+\\.)*${OWN}(?![a-z0-9-])`, 'i').test(plain);
    expect({
      header: headers[at],
      seen,
      unmarked: claims && !(thread?.spoofed && message.spoofed),
    }).toMatchObject({
      unmarked: false,
    });
  }
});
