import { describe, expect, test } from 'vitest';
import { type Portion, type PortionStart, readPieces, readPortion, splitQuote } from './read-plain-text.ts';

const BEGINNING: PortionStart = { at: 0, level: null };
const groupsOf = (text: string) =>
  readPortion(text, BEGINNING).groups.map(({ level, pieces }) => [
    level,
    pieces.map((piece) => piece.text).join(''),
  ]);
const links = (text: string) =>
  readPieces(text).pieces.flatMap((piece) => (piece.kind === 'link' ? [piece.href] : []));

describe('links in a plain message', () => {
  test.each([
    ['Xem https://saomai.example/a?b=1&c=2.', ['https://saomai.example/a?b=1&c=2']],
    ['(xem www.saomai.example/bang-gia)', ['https://www.saomai.example/bang-gia']],
    ['https://vi.wikipedia.org/wiki/H%C3%A0_(tên)', ['https://vi.wikipedia.org/wiki/H%C3%A0_(tên)']],
    ['Viết cho ha.pham@saomai.example nhé', ['mailto:ha.pham@saomai.example']],
    ['javascript:alert(1) data:text/html,x file:///etc/passwd', []],
    ['giá 66.500 đ, tỷ lệ 3.5', []],
  ])('TD-19 in %j lead to %j', (text, expected) => {
    expect(links(text)).toEqual(expected);
  });

  test('what is no link stays as it was written', () => {
    const text = 'A <b>đậm</b> https://x.example, rồi B';
    expect(groupsOf(text)).toEqual([[0, text]]);
  });
});

describe('the quote at the end of a plain message', () => {
  test('has its levels, and the line that says who wrote it goes along', () => {
    const { own, quoted } = splitQuote(
      'Đồng ý.\n\nVào Th 6, 20 thg 11, 2026 Hà <ha@saomai.example> đã viết:\n\n> Chị duyệt nhé?\n>> Giá cũ\n',
    );
    expect(own).toBe('Đồng ý.');
    expect(groupsOf(quoted)).toEqual([
      [0, 'Vào Th 6, 20 thg 11, 2026 Hà <ha@saomai.example> đã viết:\n\n'],
      [1, 'Chị duyệt nhé?\n'],
      [2, 'Giá cũ'],
    ]);
  });

  test('begins at the head that Outlook writes', () => {
    expect(splitQuote('OK\n\nFrom: Weber\nSent: 16/11/2026\nTo: Lan Anh\n\nDear Ms')).toEqual({
      own: 'OK',
      quoted: 'From: Weber\nSent: 16/11/2026\nTo: Lan Anh\n\nDear Ms',
    });
    expect(splitQuote('OK\n-----Original Message-----\nDear').own).toBe('OK');
  });

  test('that is answered between its lines is not folded away', () => {
    expect(splitQuote('> Giá?\n100\n> Hạn?\nTháng 12').quoted).toBe('');
  });

  test('is no message that is forwarded', () => {
    const gmail =
      'Chị xem\n\n---------- Forwarded message ---------\nFrom: Hà\nDate: Fri\nSubject: x\n\nNội dung';
    const apple = 'Chị xem\n\nBegin forwarded message:\n\n> From: Hà\n> Date: Fri\n> \n> Nội dung';
    const outlook = 'Chị xem\n\nFrom: Hà\nSent: Fri\n\nNội dung';
    expect(splitQuote(gmail).quoted).toBe('');
    expect(splitQuote(apple).quoted).toBe('');
    expect(splitQuote(outlook, true).quoted).toBe('');
    expect(splitQuote(`OK\n${'_'.repeat(32)}\nFrom: Hà\nSent: Fri\n\nCũ`).own).toBe('OK');
  });

  test('that is all there is stays open', () => {
    expect(splitQuote('> Giá?\n> Hạn?').quoted).toBe('');
  });
});

describe('a long plain message', () => {
  test.each([
    ['links in one line', 'http://a.vn '.repeat(33_000)],
    ['links by line', 'a@b.vn\n'.repeat(60_000)],
    ['quotes and answers in turn', '> a\nb\n'.repeat(60_000)],
    ['empty lines', `a${'\n'.repeat(50_000)}b`],
    ['one word', '👩‍👩‍👧'.repeat(60_000)],
    ['quote marks', '>'.repeat(400_000)],
  ])(
    'TD-18 of %s is drawn in portions with a bound of text and elements, and nothing is left out',
    (_name, text) => {
      const drawn: Portion[] = [];
      for (let start: PortionStart | null = BEGINNING; start !== null; start = drawn.at(-1)?.next ?? null)
        drawn.push(readPortion(text, start));
      for (const { groups } of drawn) {
        const pieces = groups.flatMap((group) => group.pieces);
        expect(groups.length + pieces.filter(({ kind }) => kind === 'link').length).toBeLessThanOrEqual(
          1_000,
        );
        expect(sum(pieces.map((piece) => piece.text.length))).toBeLessThanOrEqual(25_000);
        expect(sum(pieces.map((piece) => piece.text.split('\n').length - 1))).toBeLessThanOrEqual(2_000);
      }
      const whole = drawn
        .flatMap(({ groups }) => groups.flatMap((group) => group.pieces))
        .map((piece) => piece.text);
      // Quote marks are shown as the quote's level.
      expect(whole.join('').replaceAll('>', '')).toBe(text.replaceAll(/^> ?/gm, '').replaceAll('>', ''));
      expect(whole.join('').isWellFormed() && whole.every((piece) => piece.isWellFormed())).toBe(true);
    },
  );

  test('a line that goes on in the next portion keeps its level, and is cut between two words', () => {
    const text = `>> ${'chữ '.repeat(40_000)}`;
    const first = readPortion(text, BEGINNING);
    expect(first.groups[0]?.pieces[0]?.text).toMatch(/chữ $/);
    expect(readPortion(text, first.next as PortionStart).groups.map(({ level }) => level)).toEqual([2]);
  });

  test('made to be searched again from every word of it is not', () => {
    // With unlimited repetition each of these took minutes: the test would hang.
    for (const part of ['a.', 'a@1.', `https://${'.'.repeat(3000)}x `, 'www.', '.-'])
      expect(readPieces(part.repeat(300_000 / part.length)).pieces.length).toBeGreaterThan(0);
  });
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
