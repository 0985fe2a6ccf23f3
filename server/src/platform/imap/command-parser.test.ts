import { describe, expect, test } from 'vitest';
import { CommandParser } from './command-parser.ts';
import { parseFetchItems } from './fetch-items.ts';
import { filterHeader } from './filter-header.ts';
import type { CommandPart } from './read-command.ts';
import { parseDateTime, parseSearch } from './search-keys.ts';
import { formatSet, parseSequenceSet, placesIn, placesWithin, spansOf } from './sequence-set.ts';
import { serializeMailboxName, serializeString, serializeText } from './serialize.ts';
import { SyntaxFault } from './syntax-fault.ts';

const parserOf = (...parts: (string | Buffer)[]) =>
  new CommandParser(
    parts.map((part): CommandPart => {
      if (typeof part === 'string') return Buffer.from(part, 'latin1');
      return { size: part.length, bytes: part, stored: null };
    }),
  );

describe('a string', () => {
  test.each([
    ['an atom', 'INBOX', 'INBOX'],
    ['quoted', '"Two words"', 'Two words'],
    ['quoted with what is escaped', '"a \\"b\\" \\\\c"', 'a "b" \\c'],
    ['empty', '""', ''],
    ['in UTF-8', Buffer.from('"Hợp đồng"').toString('latin1'), 'Hợp đồng'],
  ])('is read: %s', (_how, given, expected) => {
    const parser = parserOf(given);
    expect(parser.text()).toBe(expected);
    parser.end();
  });

  test('is read as a literal, with more behind it', () => {
    const parser = parserOf('A1 LOGIN ', Buffer.from('Lan "An"'), ' "x"');
    expect([parser.tag(), parser.space(), parser.word(), parser.space()]).toEqual([
      'A1',
      undefined,
      'LOGIN',
      undefined,
    ]);
    expect(parser.text()).toBe('Lan "An"');
    parser.space();
    expect(parser.text()).toBe('x');
    parser.end();
  });

  test.each([
    ['that does not end', '"abc'],
    ['with an escape of nothing', '"a\\bc"'],
    ['in another charset', '"\xff\xfe"'],
    ['with 8 bits and no quotes', 'h\xc3\xa0ng'],
    ['that is none', '(a)'],
    ['that is not there', ''],
  ])('is refused: %s', (_how, given) => {
    expect(() => {
      const parser = parserOf(given);
      parser.text();
      parser.end();
    }).toThrow(SyntaxFault);
  });

  test('has no NUL, and a line has no carriage return', () => {
    expect(() => parserOf('"a\0b"')).toThrow(SyntaxFault);
    expect(() => parserOf('a\rb')).toThrow(SyntaxFault);
  });
});

describe('numbers of messages', () => {
  const uids = Uint32Array.from([2, 3, 7, 9]);
  test.each([
    ['1', false, [0]],
    ['1:*', false, [0, 1, 2, 3]],
    ['*', false, [3]],
    ['*:2', false, [1, 2, 3]],
    ['4,1:2,2', false, [0, 1, 3]],
    ['3:8', true, [1, 2]],
    ['1:4294967295', true, [0, 1, 2, 3]],
    ['100:*', true, [3]],
    ['4:6', true, []],
  ])('%s (by uid: %s) are those of %j', (text, byUid, expected) => {
    const set = parseSequenceSet(text);
    const { spans, outside } = spansOf(set === '$' ? [] : set, uids, byUid);
    expect(placesIn(spans)).toEqual(expected);
    expect(outside).toBe(false);
    const all = uids.entries().map(([place]) => place);
    expect(placesWithin([...all], spans)).toEqual(expected);
  });

  test('beyond the last message are a mistake, in an empty folder too', () => {
    expect(spansOf([{ first: 1, last: 5 }], uids, false).outside).toBe(true);
    const all = [{ first: 1, last: Number.POSITIVE_INFINITY }];
    expect(spansOf(all, new Uint32Array(), false)).toEqual({ spans: [], outside: true });
    expect(spansOf(all, new Uint32Array(), true)).toEqual({ spans: [], outside: false });
  });

  test.each(['0', '1:', ':1', '1,,2', 'a', '4294967296', '1:2:3', '-1'])('%s are none', (text) => {
    expect(() => parseSequenceSet(text)).toThrow(SyntaxFault);
  });

  test('are written short', () => {
    expect(formatSet([1, 2, 3, 7, 9, 10])).toBe('1:3,7,9:10');
    expect(formatSet([])).toBe('');
  });
});

describe('items of FETCH', () => {
  test.each([
    ['ALL', ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE']],
    ['(UID FLAGS BODY)', ['UID', 'FLAGS', 'BODY']],
    ['BODYSTRUCTURE', ['BODYSTRUCTURE']],
  ])('%s', (given, names) => {
    const parser = parserOf(given);
    expect(parseFetchItems(parser).map(({ name }) => name)).toEqual(names);
    parser.end();
  });

  test.each([
    ['BODY[]', { path: [], of: null, fields: null }, 'BODY[]', null, false],
    ['BODY.PEEK[HEADER]', { path: [], of: 'header', fields: null }, 'BODY[HEADER]', null, true],
    ['BODY[1.2.MIME]', { path: [1, 2], of: 'mime', fields: null }, 'BODY[1.2.MIME]', null, false],
    ['BODY[2]<0.100>', { path: [2], of: null, fields: null }, 'BODY[2]<0>', { start: 0, count: 100 }, false],
    ['RFC822.HEADER', { path: [], of: 'header', fields: null }, 'RFC822.HEADER', null, true],
    [
      'BODY.PEEK[3.HEADER.FIELDS (DATE "From")]',
      { path: [3], of: 'header', fields: { names: ['date', 'from'], only: true } },
      'BODY[3.HEADER.FIELDS (DATE From)]',
      null,
      true,
    ],
  ])('%s', (given, section, label, partial, peek) => {
    const parser = parserOf(given);
    expect(parseFetchItems(parser)).toEqual([{ name: 'BYTES', section, label, partial, peek }]);
    parser.end();
  });

  test.each([
    'BODY[1.]',
    'BODY[.1]',
    'BODY[0]',
    'BODY[MIME]',
    'BODY[NONSENSE]',
    'BODY[HEADER.FIELDS ()]',
    'BODY[]<1>',
    'BODY[]<0.0>',
    'BODY.PEEK',
    'NONSENSE',
    '()',
    '(UID',
    'BODY[',
  ])('%s is none', (given) => {
    expect(() => {
      const parser = parserOf(given);
      parseFetchItems(parser);
      parser.end();
    }).toThrow(SyntaxFault);
  });
});

describe('SEARCH', () => {
  const keysOf = (text: string) => parseSearch(parserOf(` ${text}`)).keys;

  test('reads keys, and several of them as all of them', () => {
    expect(keysOf('UNSEEN NOT DELETED')).toEqual({
      key: 'and',
      keys: [
        { key: 'flag', flag: 'seen', set: false },
        { key: 'not', of: { key: 'flag', flag: 'deleted', set: true } },
      ],
    });
    expect(keysOf('OR FROM an (SINCE 1-Feb-2026 LARGER 10)')).toMatchObject({
      keys: [{ key: 'or', keys: [{ key: 'field', field: 'from', text: 'an' }, { key: 'and' }] }],
    });
    expect(keysOf('1:* UID 5')).toMatchObject({ keys: [{ byUid: false }, { byUid: true }] });
  });

  test('reads what is to be returned', () => {
    expect(parseSearch(parserOf(' RETURN (MIN COUNT) ALL')).returns).toEqual(['MIN', 'COUNT']);
    expect(parseSearch(parserOf(' RETURN () ALL')).returns).toEqual([]);
    expect(parseSearch(parserOf(' ALL')).returns).toBeNull();
  });

  test.each([
    ['nothing', ''],
    ['NOT of nothing', 'NOT'],
    ['half an OR', 'OR ALL'],
    ['empty brackets', '()'],
    ['what is no key', 'NONSENSE'],
    ['a day that is none', 'SINCE 31-Feb-2026'],
    ['a date in words', 'SINCE yesterday'],
    ['no number', 'LARGER x'],
    ['a number that is too large', 'LARGER 99999999999'],
    ['10,000 brackets', `${'('.repeat(10_000)}ALL${')'.repeat(10_000)}`],
    ['10,000 negations', `${'NOT '.repeat(10_000)}ALL`],
    ['300 choices in each other', `${'OR ALL '.repeat(300)}ALL`],
    ['more keys than are read', `${'ALL '.repeat(600)}ALL`],
  ])('refuses %s', (_what, text) => {
    expect(() => keysOf(text)).toThrow(SyntaxFault);
  });

  test('reads the time of an APPEND', () => {
    expect(parseDateTime('20-Nov-2026 09:00:00 +0700')).toBe(Date.UTC(2026, 10, 20, 2) / 1000);
    expect(parseDateTime(' 1-Nov-2026 09:00:00 -0130')).toBe(Date.UTC(2026, 10, 1, 10, 30) / 1000);
    expect(() => parseDateTime('2026-11-20')).toThrow(SyntaxFault);
  });
});

test('a header is cut down to what is asked for', () => {
  const header = 'From: a\r\nSubject: one\r\n two\r\nX-Other: b\r\n\r\nFrom: not a header';
  expect(filterHeader(header, { names: ['subject'], only: true })).toBe('Subject: one\r\n two\r\n\r\n');
  expect(filterHeader(header, { names: ['subject'], only: false })).toBe('From: a\r\nX-Other: b\r\n\r\n');
  expect(filterHeader(header, { names: ['nothing'], only: true })).toBe('\r\n');
});

test('what is written is quoted, or a literal where it may not be', () => {
  expect(serializeString('a "b" \\')).toBe('"a \\"b\\" \\\\"');
  expect(serializeString('à')).toBe('{2}\r\n\xc3\xa0');
  expect(serializeString('a\r\nb')).toBe('{4}\r\na\r\nb');
  expect(serializeMailboxName('Khách hàng', false)).toBe('"Kh&AOE-ch h&AOA-ng"');
  expect(serializeMailboxName('à', true)).toBe('"\xc3\xa0"');
  expect(serializeText('Thư\r\nA1 OK')).toBe('Thu?A1 OK');
});
