import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeModifiedUtf7 } from '../platform/imap/modified-utf7.ts';
import { seededNumbers } from '../test-kit/hostile/hostile-parts.ts';
import { connectImap, type ImapAnswer, type ImapClient } from '../test-kit/imap-client.ts';
import { appendMessage, signInImap } from '../test-kit/imap-person.ts';
import { newPerson } from '../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { findDovecot } from './debian-programs.ts';
import { fetchedLists, type ImapValue } from './imap-lists.ts';
import { type OtherProvider, startDovecot } from './start-dovecot.ts';

const dovecot = findDovecot();
const ACCOUNT = { user: 'lan@cu.example', password: 'cu' };
const MESSAGES = 80;
const COMMANDS = 100;
const SPECIAL_USE = {
  ...{ Sent: '\\Sent', Drafts: '\\Drafts', Trash: '\\Trash', Junk: '\\Junk', Archive: '\\Archive' },
};
const OWN_FOLDERS = ['Work', 'Work/2026', 'Khách hàng', 'Khách hàng/Minh Phát'].map((path) =>
  encodeModifiedUtf7(path),
);
const SUBJECTS = ['Offer', 'Hợp đồng', 'báo giá', 'Invoice', 'Lunch'];
const SORT_FIELDS = ['CC', 'DATE', 'FROM', 'SIZE', 'SUBJECT', 'TO', 'DISPLAYFROM', 'DISPLAYTO'];
const NAMES = ['An', 'Bình', 'chi', 'Dung', ''];

describe.skipIf(dovecot === null)('commands beside Dovecot of Debian', () => {
  const next = seededNumbers(122);
  const pick = <T>(among: readonly T[]): T => among[next() % among.length] as T;
  let server: TestServer;
  let elsewhere: OtherProvider;
  let ours: ImapClient;
  let theirs: ImapClient;

  beforeAll(async () => {
    if (dovecot === null) return;
    server = await startTestServer({ env: { ROLES: 'http,imap' } });
    ours = await signInImap(server, await newPerson(server));
    elsewhere = await startDovecot(
      { ...dovecot, env: { ...dovecot.env, TZ: 'UTC' } },
      { ...ACCOUNT, specialUse: SPECIAL_USE },
    );
    theirs = await connectImap({ port: elsewhere.port });
    await theirs.command(`LOGIN "${ACCOUNT.user}" "${ACCOUNT.password}"`);
    for (const folder of OWN_FOLDERS) await both(`CREATE "${folder}"`);
    for (let number = 0; number < MESSAGES; number += 1) {
      const raw = message(number);
      const given = { flags: flags(), at: dateTime(number) };
      await appendMessage(ours, raw, given);
      await appendMessage(theirs, raw, given);
    }
    // Of both, the first look ends what is recent.
    await both('SELECT INBOX');
    await both('SELECT INBOX');
  });
  afterAll(async () => {
    await server?.close();
    await elsewhere?.stop();
  });

  async function both(command: string): Promise<[ImapAnswer, ImapAnswer]> {
    return [await ours.command(command), await theirs.command(command)];
  }

  const dateTime = (number: number) =>
    `${String(1 + (number % 28)).padStart(2, '0')}-Oct-2026 ${String(number % 24).padStart(2, '0')}:00:00 +0000`;
  const flags = () => ['\\Seen', '\\Flagged', '\\Answered', '$Work'].filter(() => next() % 3 === 0).join(' ');
  const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
  const person = () => {
    const name = pick(NAMES);
    const address = `${pick(['an', 'Binh', 'chi', 'z'])}@${pick(['x', 'y'])}.example`;
    return name === '' ? address : `${encoded(name)} <${address}>`;
  };

  /** Some of them answer others, and some of those that were never there. */
  function message(number: number): string {
    const answered = number > 0 && next() % 2 === 0 ? next() % number : null;
    const references = answered === null ? '' : `${next() % 3 === 0 ? '<gone@x> ' : ''}<m${answered}@x>`;
    const reply = answered !== null || next() % 5 === 0 ? pick(['Re: ', 'RE: ', 'Fwd: ', 'Re: [list] ']) : '';
    return [
      `From: ${person()}`,
      `To: ${person()}, ${person()}`,
      ...(next() % 3 === 0 ? [`Cc: ${person()}`] : []),
      `Subject: ${encoded(`${reply}${pick(SUBJECTS)}${answered === null ? ` ${number % 12}` : ''}`)}`,
      // At noon, so that the day is the same wherever it is asked for; and before it came, as a later date counts for less here.
      `Date: ${1 + (next() % 28)} Sep 2026 12:00:${String(number % 60).padStart(2, '0')} +0000`,
      `Message-ID: <m${number}@x>`,
      ...(references === '' ? [] : [`References: ${references}`]),
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
      '',
      `${pick(['Kính gửi', 'Hello', 'Chào anh'])} ${pick(NAMES)}\r\n${'x'.repeat(number * 7)}`,
      '',
    ].join('\r\n');
  }

  const set = () => {
    const [one, other] = [1 + (next() % MESSAGES), 1 + (next() % MESSAGES)];
    return pick([`${one}`, `${one}:${other}`, `${one},${other}`, `${one}:*`, '*', '1:*']);
  };
  const day = (month: string) => `${1 + (next() % 28)}-${month}-2026`;
  const word = (words: readonly string[]) => {
    const text = Buffer.from(pick(words));
    return `{${text.length}+}\r\n${text.toString('latin1')}`;
  };

  function key(depth = 0): string {
    const simple = () =>
      pick<() => string>([
        () => pick(['ALL', 'SEEN', 'UNSEEN', 'FLAGGED', 'UNFLAGGED', 'ANSWERED', 'UNANSWERED', 'UNDELETED']),
        () => pick(['KEYWORD $Work', 'UNKEYWORD $work', 'DRAFT', 'DELETED', 'UNDRAFT']),
        () => `${pick(['LARGER', 'SMALLER'])} ${next() % 1_200}`,
        () => `${pick(['BEFORE', 'ON', 'SINCE'])} ${day('Oct')}`,
        () => `${pick(['SENTBEFORE', 'SENTON', 'SENTSINCE'])} ${day('Sep')}`,
        () => `SUBJECT ${word(['offer', 'HỢP', 'giá', 're:', '1'])}`,
        () => `${pick(['FROM', 'TO', 'CC'])} ${word(['an', 'BÌNH', '@x.example', 'z'])}`,
        () => `${pick(['BODY', 'TEXT'])} ${word(['kính', 'hello', 'ANH', 'xxxx'])}`,
        () =>
          `HEADER ${pick(['Message-ID', 'References', 'X-Nothing', 'Date'])} ${word(['m1', 'gone', '', 'oct'])}`,
        () => pick([set(), `UID ${set()}`]),
      ])();
    if (depth > 2) return simple();
    return pick<() => string>([
      simple,
      simple,
      simple,
      () => `NOT ${key(depth + 1)}`,
      () => `OR ${key(depth + 1)} ${key(depth + 1)}`,
      () => `(${key(depth + 1)} ${key(depth + 1)})`,
    ])();
  }

  const returns = () =>
    pick(['', '', 'RETURN () ', 'RETURN (MIN MAX COUNT) ', 'RETURN (ALL) ', 'RETURN (COUNT) ']);
  const byUid = () => pick(['', 'UID ']);
  const section = () =>
    pick([
      ...[
        '',
        'HEADER',
        'TEXT',
        '1',
        '2',
        '1.MIME',
        'HEADER.FIELDS (From Subject)',
        'HEADER.FIELDS.NOT (Date)',
      ],
    ]);

  /** What was answered, without what each server is free in. */
  function comparable({ result, untagged }: ImapAnswer): unknown {
    const lines = untagged.filter((line) => /^\* (E?SEARCH|SORT|THREAD|STATUS|LIST|LSUB)\b/.test(line));
    const fetched = [...fetchedLists(`\r\n${untagged.join('\r\n')}`)];
    return {
      result: result.split(' ')[0],
      lines: lines.map(withoutFreedom).sort(),
      fetched: fetched.map(([number, list]) => [number, fetchedItems(list)]),
    };
  }

  /** Attributes are told unasked by us alone; quotes are free, and so is the order of items. */
  function withoutFreedom(line: string): string {
    return line
      .replace(/ ?\\(Noinferiors|Has(No)?Children|Sent|Drafts|Trash|Junk|Archive|(Un)?Marked)\b/gi, '')
      .replace(/\( /, '(')
      .replaceAll('"', '')
      .replace(
        /\(([A-Z]+ \d+ ?)+\)/,
        (items) =>
          items
            .match(/[A-Z]+ \d+/g)
            ?.sort()
            .join(' ') ?? '',
      )
      .trimEnd();
  }

  function fetchedItems(list: ImapValue[]): [string, unknown][] {
    const pairs = list.flatMap((name, index) =>
      index % 2 === 0 ? [[String(name), list[index + 1]] as const] : [],
    );
    return pairs
      .map(([name, value]): [string, unknown] => [name.toUpperCase(), freeOf(name, value ?? null)])
      .sort(([one], [other]) => (one < other ? -1 : 1));
  }

  /** Flags stand in any order, and words of a structure in any case. */
  function freeOf(name: string, value: ImapValue): unknown {
    if (name === 'FLAGS' && Array.isArray(value)) return value.map(String).sort();
    // What a part holds that is not there: nothing, or no bytes.
    if (name.includes('[')) return value ?? '';
    return name === 'BODY' ? JSON.stringify(value).toLowerCase() : value;
  }

  async function differences(commands: string[]): Promise<string[]> {
    const different: string[] = [];
    for (const command of commands) {
      const [one, other] = (await both(command)).map((answer) => JSON.stringify(comparable(answer)));
      if (one !== other) different.push(`${command}\nOURS   ${one}\nTHEIRS ${other}`);
    }
    return different;
  }

  const many = (make: () => string) => Array.from({ length: COMMANDS }, make);

  test('SEARCH finds the same', async () => {
    const made = many(() => `${byUid()}SEARCH ${returns()}CHARSET UTF-8 ${key()}`);
    expect(await differences(made)).toEqual([]);
  });

  test('SORT gives the same order', async () => {
    // Dovecot remembers an order, and adds what is new to it at times where it does not belong.
    for (const field of SORT_FIELDS) await both(`SORT (${field}) UTF-8 ALL`);
    const made = many(() => {
      // Each has come at another time, so that nothing is left to the servers.
      const keys = [...new Set(Array.from({ length: next() % 3 }, () => pick(SORT_FIELDS)))];
      const directed = [...keys.map((field) => `${pick(['', 'REVERSE '])}${field}`), 'ARRIVAL'].join(' ');
      return `${byUid()}SORT ${returns()}(${directed}) UTF-8 ${pick(['ALL', key()])}`;
    });
    expect(await differences(made)).toEqual([]);
  });

  test('THREAD makes the same threads', async () => {
    const made = many(
      () => `${byUid()}THREAD ${pick(['REFERENCES', 'ORDEREDSUBJECT'])} UTF-8 ${pick(['ALL', set(), key()])}`,
    );
    expect(await differences(made)).toEqual([]);
  });

  test('FETCH answers the same', async () => {
    const item = () =>
      pick<() => string>([
        () => pick(['UID', 'FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE', 'BODY', 'RFC822.HEADER']),
        () => `BODY.PEEK[${section()}]${pick(['', '', '<0.30>', '<10.100000>', '<99999.5>'])}`,
        () => pick(['BINARY.PEEK[1]', 'BINARY.SIZE[1]', 'BINARY.PEEK[1]<3.9>']),
      ])();
    const made = many(() => {
      const items = [...new Set(Array.from({ length: 1 + (next() % 4) }, item))];
      return `${byUid()}FETCH ${set()} (${items.join(' ')})`;
    });
    expect(await differences(made)).toEqual([]);
  });

  test('STATUS and LIST say the same', async () => {
    const items = () => [
      ...new Set(Array.from({ length: 3 }, () => pick(['MESSAGES', 'UNSEEN', 'UIDNEXT', 'SIZE']))),
    ];
    const folders = ['INBOX', 'inbox', 'Sent', 'Nothing', ...OWN_FOLDERS.map((name) => `"${name}"`)];
    const patterns = [
      '*',
      '%',
      'W*',
      '"Work/%"',
      'inbox',
      '""',
      '"*/2026"',
      '%/%',
      'Nothing',
      '"Kh&AOE-ch h&AOA-ng/*"',
    ];
    const made = many(() =>
      pick<() => string>([
        () => `STATUS ${pick(folders)} (${items().join(' ')})`,
        () => `LIST "" ${pick(patterns)}`,
        () => `LIST ${pick(['""', '"Work/"', '"W"'])} (${pick(patterns)} ${pick(patterns)})`,
        () => `LIST "" ${pick(patterns)} RETURN (STATUS (${items().join(' ')}))`,
      ])(),
    );
    expect(await differences(made)).toEqual([]);
  });
});
