import { describe, expect, test } from 'vitest';
import { decodeModifiedUtf7, encodeModifiedUtf7 } from './modified-utf7.ts';

describe('modified UTF-7', () => {
  test.each([
    ['Khách hàng', 'Kh&AOE-ch h&AOA-ng'],
    ['Hợp đồng', 'H&HuM-p &AREe0w-ng'],
    ['Bán & mua', 'B&AOE-n &- mua'],
    ['Entwürfe', 'Entw&APw-rfe'],
    ['日本語', '&ZeVnLIqe-'],
    ['thư 📬', 'th&AbA- &2D3c7A-'],
    ['plain', 'plain'],
  ])('writes %j as other programs do', (text, encoded) => {
    expect(encodeModifiedUtf7(text)).toBe(encoded);
    expect(decodeModifiedUtf7(encodeModifiedUtf7(text))).toBe(text);
    expect(decodeModifiedUtf7(encoded)).toBe(text);
  });

  test('encodes what the place reserves', () => {
    const encoded = encodeModifiedUtf7('v1.2', '.');
    expect(encoded).not.toContain('.');
    expect(decodeModifiedUtf7(encoded)).toBe('v1.2');
  });

  test('leaves alone what is not encoded well', () => {
    for (const text of ['A & B', '&A-', '&2D0-', 'Tiếng Việt', '&'])
      expect(decodeModifiedUtf7(text)).toBe(text);
  });
});
