import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { readContacts } from './contacts.ts';
import { DATA_FOLDER } from './data-file.ts';
import { factsFor } from './facts.ts';
import { readNewsletters } from './newsletters.ts';
import { readConversations } from './read-conversations.ts';

const now = Date.UTC(2026, 9, 14, 3, 20) / 1000;
const written = writeAll();
const copies: string[] = [];

afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true });
});

/** Every conversation, as it is written each time. */
function writeAll(folder?: URL) {
  const matters = [...readConversations(readContacts(folder), folder), ...readNewsletters(folder)];
  return matters.flatMap((matter) =>
    Array.from({ length: 'times' in matter.timing ? matter.timing.times : 1 }, (_, round) =>
      matter.write(factsFor(matter.name, round, now)),
    ),
  );
}

/** The files with something in one of them replaced. */
function withFault(file: string, before: string, after: string): URL {
  const copy = mkdtempSync(join(tmpdir(), 'demo-mail-'));
  copies.push(copy);
  cpSync(fileURLToPath(DATA_FOLDER), copy, { recursive: true });
  const text = readFileSync(join(copy, file), 'utf8');
  expect(text).toContain(before);
  writeFileSync(join(copy, file), text.replace(before, after));
  return pathToFileURL(`${copy}/`);
}

describe('the mail of the demo world', () => {
  test('is written from its files, every conversation at each of its times', () => {
    expect(written.length).toBeGreaterThan(300);
    for (const { subject, turns } of written) {
      expect(turns.length).toBeGreaterThan(0);
      for (const { text, files = [] } of turns) {
        expect(text).not.toBe('');
        expect([subject, text, ...files.map(({ name }) => name)].join()).not.toMatch(/[{}]|undefined|NaN/);
      }
    }
  });

  test('names every contact somewhere', () => {
    const named = new Set(
      written.flatMap(({ turns }) =>
        turns.flatMap(({ from, to = [], cc = [] }) => [from, ...to, ...cc].map(({ email }) => email)),
      ),
    );
    const unnamed = [...readContacts().values()].filter(({ email }) => !named.has(email));
    expect(unnamed).toEqual([]);
  });

  const sales = 'conversations/sales.json';
  test.each([
    [
      'a misspelt field',
      sales,
      '"hoursAfter": 4',
      '"hourAfter": 4',
      /sales\.json, quote-a4-paper: messages\.1: .*"hourAfter"/,
    ],
    [
      'an unknown kind of file',
      sales,
      '"kind": "xlsx"',
      '"kind": "xls"',
      /sales\.json, quote-a4-paper: messages\.1\.files\.0\.kind/,
    ],
    [
      'an unknown person',
      sales,
      '"from": "minhPhat"',
      '"from": "minhPhac"',
      /sales\.json, quote-a4-paper, message 1: .*"minhPhac"/,
    ],
    [
      'a missing text',
      sales,
      '"text": "Cảm ơn chị, giá ổn.',
      '"tekst": "Cảm ơn chị, giá ổn.',
      /quote-a4-paper: messages\.2\.text/,
    ],
    [
      'an unknown folder',
      sales,
      '"Khách hàng/Minh Phát"',
      '"Khách hàng/Minh Phác"',
      /quote-a4-paper: nobody has a folder "Khách hàng\/Minh Phác"/,
    ],
    ['an unknown word', sales, '{day 2}', '{dya 2}', /quote-a4-paper, message 1: \{dya\}/],
    [
      'a brace that is not closed',
      sales,
      '{day 2}',
      '{day 2',
      /quote-a4-paper, message 1: a brace stands alone/,
    ],
    [
      'two numbers for one',
      sales,
      '{day 2}',
      '{day 2 3}',
      /quote-a4-paper, message 1: \{day\} has too many numbers/,
    ],
    [
      'a text where a number belongs',
      sales,
      '{day 2}',
      '{day x}',
      /quote-a4-paper, message 1: \{day x\} has "x"/,
    ],
    [
      'a name that is given twice',
      sales,
      '"name": "hotel-baskets"',
      '"name": "quote-a4-paper"',
      /sales\.json, quote-a4-paper: the name is given twice/,
    ],
    [
      'a time that never comes',
      sales,
      '"text": "Cảm ơn chị, giá ổn.',
      '"onlyTimes": [4], "text": "',
      /quote-a4-paper: there is no time 4, the last is 3/,
    ],
    [
      'two times at once',
      sales,
      '{ "spread": 3 }',
      '{ "spread": 3, "hoursAgo": 4 }',
      /quote-a4-paper: when: wants one of/,
    ],
    ['what is not JSON', sales, '"about"', 'about', /sales\.json is not JSON/],
    [
      'a contact with an unknown program',
      'contacts.json',
      '"client": "phone"',
      '"client": "fax"',
      /contacts\.json: \w+\.client/,
    ],
    [
      'an issue without its headline',
      'newsletters.json',
      '"headline"',
      '"headlin"',
      /newsletters\.json: 0\.issues\.0\.headline/,
    ],
  ])('refuses %s, and says where', (_, file, before, after, said) => {
    const folder = withFault(file, before, after);
    expect(() => writeAll(folder)).toThrow(said);
  });
});
