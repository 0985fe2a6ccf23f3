import { expect, test } from 'vitest';
import { misleadingHost } from './misleading-link.ts';

test.each([
  ['www.vietcombank.com.vn', 'https://attacker.example/ngan-hang', 'attacker.example'],
  [
    'https://saomai.example/hoa-don',
    'http://saomai.example.attacker.example/',
    'saomai.example.attacker.example',
  ],
  ['saomai.example', 'https://www.saomai.example/', null],
  ['https://mail.saomai.example', 'https://saomai.example/x', null],
  ['saomai.example', 'https://tin.saomai.example/go?u=1', null],
  ['www.saomai.com.vn', 'https://click.saomai.com.vn/go?u=1', null],
  ['saomai.com.vn', 'https://attacker.com.vn/', 'attacker.com.vn'],
  ['shop.saomai.vn', 'https://click.saomai.vn/', null],
  ['Xem trên trình duyệt', 'https://attacker.example/', null],
  ['bang-gia.xlsx', 'https://attacker.example/', null],
  ['ha@saomai.example', 'mailto:ha@attacker.example', null],
  ['nhà.vn', 'https://attacker.example', 'attacker.example'],
])('a link called %j to %j is warned of as %j', (words, href, host) => {
  expect(misleadingHost(words, href)).toBe(host);
});
