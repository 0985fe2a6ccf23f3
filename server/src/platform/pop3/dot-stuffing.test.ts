import { describe, expect, test } from 'vitest';
import { createDotStuffing } from './dot-stuffing.ts';

/** In pieces of so many bytes. */
function stuff(text: string, size: number, bodyLines: number | null = null): string {
  const stuffing = createDotStuffing(bodyLines);
  const bytes = Buffer.from(text, 'latin1');
  let written = '';
  for (let at = 0; at < bytes.length && !stuffing.isDone; at += size)
    written += stuffing.push(bytes.subarray(at, at + size)).toString('latin1');
  return written + stuffing.end();
}

describe.each([1, 2, 3, 1_000])('in pieces of %d bytes', (size) => {
  test.each([
    ['nothing', '', '.\r\n'],
    ['a line', 'a\r\n', 'a\r\n.\r\n'],
    ['a line without an end', 'a', 'a\r\n.\r\n'],
    ['half an end', 'a\r', 'a\r\n.\r\n'],
    ['a dot alone', '.', '..\r\n.\r\n'],
    ['dots at the beginning of lines', '.a\r\n.\r\n..\r\nb.\r\n', '..a\r\n..\r\n...\r\nb.\r\n.\r\n'],
    ['a dot between bare line feeds', 'a\n.\nb', 'a\r\n..\r\nb\r\n.\r\n'],
    ['a dot behind a bare line feed', 'a\n.\r\nb\r\n', 'a\r\n..\r\nb\r\n.\r\n'],
    ['a bare carriage return', 'a\rb\r\n', 'a\rb\r\n.\r\n'],
    ['bytes of any charset', '\xff\xfe\r\n', '\xff\xfe\r\n.\r\n'],
  ])('%s', (_what, given, written) => {
    expect(stuff(given, size)).toBe(written);
  });

  test('a header with some lines of the body', () => {
    const message = 'A: b\r\n c\r\n\r\none\r\n.two\r\n\r\nfour\r\n';
    expect(stuff(message, size, 0)).toBe('A: b\r\n c\r\n\r\n.\r\n');
    expect(stuff(message, size, 2)).toBe('A: b\r\n c\r\n\r\none\r\n..two\r\n.\r\n');
    expect(stuff(message, size, 100)).toBe(stuff(message, size));
    expect(stuff('A: b\nC: d\n\none\ntwo\n', size, 1)).toBe('A: b\r\nC: d\r\n\r\none\r\n.\r\n');
    expect(stuff('A: b', size, 1)).toBe('A: b\r\n.\r\n');
  });
});
