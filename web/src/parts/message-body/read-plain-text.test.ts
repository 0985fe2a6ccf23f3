import { describe, expect, test } from 'vitest';
import { firstLines, readPieces, readPlainText } from './read-plain-text.ts';

const textOf = (lines: ReturnType<typeof readPlainText>['lines']) =>
  lines.map(({ pieces }) => pieces.map((piece) => piece.text).join(''));
const links = (text: string) =>
  readPieces(text).flatMap((piece) => (piece.kind === 'link' ? [piece.href] : []));

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
    expect(textOf([{ level: 0, pieces: readPieces(text) }])).toEqual([text]);
  });
});

describe('the quote at the end of a plain message', () => {
  test('has its levels, and the line that says who wrote it goes along', () => {
    const { lines, quoted } = readPlainText(
      'Đồng ý.\n\nVào Th 6, 20 thg 11, 2026 Hà <ha@saomai.example> đã viết:\n\n> Chị duyệt nhé?\n>> Giá cũ\n',
    );
    expect(textOf(lines)).toEqual(['Đồng ý.']);
    expect(quoted.map(({ level }) => level)).toEqual([0, 0, 1, 2]);
    expect(textOf(quoted).slice(2)).toEqual(['Chị duyệt nhé?', 'Giá cũ']);
  });

  test('begins at the head that Outlook writes', () => {
    const { lines, quoted } = readPlainText('OK\n\nFrom: Weber\nSent: 16/11/2026\nTo: Lan Anh\n\nDear Ms');
    expect([textOf(lines), quoted.length]).toEqual([['OK'], 5]);
    expect(readPlainText('OK\n-----Original Message-----\nDear').quoted).toHaveLength(2);
  });

  test('that is answered between its lines is not folded away', () => {
    expect(readPlainText('> Giá?\n100\n> Hạn?\nTháng 12').quoted).toEqual([]);
  });

  test('is no message that is forwarded', () => {
    const gmail =
      'Chị xem\n\n---------- Forwarded message ---------\nFrom: Hà\nDate: Fri\nSubject: x\n\nNội dung';
    const apple = 'Chị xem\n\nBegin forwarded message:\n\n> From: Hà\n> Date: Fri\n> \n> Nội dung';
    const outlook = 'Chị xem\n\nFrom: Hà\nSent: Fri\n\nNội dung';
    expect(readPlainText(gmail).quoted).toEqual([]);
    expect(readPlainText(apple).quoted).toEqual([]);
    expect(readPlainText(outlook, true).quoted).toEqual([]);
    expect(textOf(readPlainText(`OK\n${'_'.repeat(32)}\nFrom: Hà\nSent: Fri\n\nCũ`).lines)).toEqual(['OK']);
  });

  test('that is all there is stays open', () => {
    expect(readPlainText('> Giá?\n> Hạn?').quoted).toEqual([]);
  });
});

describe('a long plain message', () => {
  test('is drawn from its beginning: so many lines, or as much text as they would be', () => {
    expect(firstLines('a\nb\nc', 2)).toBe('a\nb\n');
    expect(firstLines('a\nb', 2)).toBe('a\nb');
    expect(firstLines('x'.repeat(1000), 2)).toHaveLength(400);
  });

  test('made to be searched again from every word of it is not', () => {
    // Without an end each of these took minutes: the test would not come back.
    for (const part of ['a.', 'a@1.', `https://${'.'.repeat(3000)}x `, 'www.', '.-'])
      expect(readPieces(part.repeat(300_000 / part.length)).length).toBeGreaterThan(0);
  });
});
