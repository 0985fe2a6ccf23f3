import { describe, expect, test } from 'vitest';
import { assignCopies } from './assign-copies.ts';
import { nameOfPlace, planFolders } from './plan-folders.ts';
import { readSourceAddress } from './source-address.ts';
import { uidSet } from './uid-set.ts';

function plan(listed: [path: string, ...flags: string[]][], delimiter: string | null = '/') {
  const folders = planFolders(listed.map(([path, ...flags]) => ({ path, delimiter, flags: new Set(flags) })));
  return folders.map(({ path, place, gathers }) => [
    path,
    nameOfPlace(place),
    ...(gathers ? ['gathers'] : []),
  ]);
}

describe('folders of another provider', () => {
  test('go by their special use, whatever they are called, in an order that stays', () => {
    expect(
      plan([
        ['[Gmail]/Tất cả thư', '\\All'],
        ['Khách hàng'],
        ['[Gmail]', '\\Noselect'],
        ['Dự án/2026'],
        ['[Gmail]/Thùng rác', '\\Trash'],
        ['[Gmail]/Có gắn dấu sao'],
        ['Đồ bỏ đi', '\\Junk'],
        ['Mitteilungen', '\\Sent'],
        ['Cất', '\\Archive'],
        ['INBOX'],
      ]),
    ).toEqual([
      ['INBOX', 'INBOX'],
      ['Mitteilungen', 'Sent'],
      ['Cất', 'Archive'],
      ['Đồ bỏ đi', 'Junk'],
      ['[Gmail]/Thùng rác', 'Trash'],
      ['Dự án/2026', 'Dự án/2026'],
      ['Khách hàng', 'Khách hàng'],
      ['[Gmail]/Có gắn dấu sao', 'Archive', 'gathers'],
      ['[Gmail]/Tất cả thư', 'Archive', 'gathers'],
    ]);
  });

  test.each([
    ['[Gmail]/Thư đã gửi', '/', 'Sent'],
    ['[Google Mail]/Bin', '/', 'Trash'],
    ['Mục đã Gửi', '/', 'Sent'],
    ['Mục Đã xoá', '/', 'Trash'],
    ['Bản thảo', '/', 'Drafts'],
    ['Email Rác', '/', 'Junk'],
    ['Bulk', '/', 'Junk'],
    ['INBOX.Sent', '.', 'Sent'],
    ['INBOX.Khách.Minh Phát', '.', 'Khách/Minh Phát'],
    ['Khách.Minh Phát', null, 'Khách.Minh Phát'],
    ['a/b', '.', 'a-b'],
    ['All Mail', '/', 'All Mail'],
  ])('%s goes by its name, with the delimiter %s, to %s', (path, delimiter, to) => {
    expect(plan([[path]], delimiter)).toEqual([[path, to]]);
  });
});

describe('the address of a mailbox elsewhere', () => {
  test.each([
    ['imaps://lan@cu.example', { host: 'cu.example', port: 993, user: 'lan', protection: 'tls' }],
    [
      'imaps://lan@cu.example@IMAP.cu.example:1993/',
      { host: 'imap.cu.example', port: 1993, user: 'lan@cu.example', protection: 'tls' },
    ],
    ['imap://lan%2Bx@cu.example', { host: 'cu.example', port: 143, user: 'lan+x', protection: 'starttls' }],
    ['imap://lan@127.0.0.1', { host: '127.0.0.1', port: 143, user: 'lan', protection: 'none' }],
    ['imap://lan@[::1]:14', { host: '::1', port: 14, user: 'lan', protection: 'none' }],
  ])('%s', (text, address) => {
    expect(readSourceAddress(text)).toEqual(address);
  });

  test.each([
    ['pop3s://lan@cu.example', 'begins with'],
    ['imaps://lan:geheim@cu.example', 'no place for a password'],
    ['imaps://cu.example', 'no user'],
    ['imaps://lan@cu.example/INBOX', 'all folders are brought'],
    ['cu.example', 'is no address'],
    ['imaps://%ff@cu.example', 'not well encoded'],
  ])('%s is refused', (text, reason) => {
    expect(() => readSourceAddress(text)).toThrow(reason);
  });
});

describe('what becomes of a message by its bytes', () => {
  const row = (uid: number, copy: number | null, folderId = 'inbox') => ({
    ...{ folderId, uidValidity: 1, uid, hash: 'h', copy },
  });
  const arrivals = [
    { uid: 20, hash: 'h' },
    { uid: 21, hash: 'h' },
  ];
  const inbox = { id: 'inbox', gathers: false };

  test('what is remembered from a place that is empty stands for it, in its own folder first', () => {
    const remembered = [row(1, 0, 'work'), row(2, 1), row(3, 2)];
    const gone = (message: { uid: number }) => message.uid === 3;
    expect(assignCopies(arrivals, remembered, inbox, gone)).toEqual([
      { known: row(2, 1) },
      { known: row(1, 0, 'work') },
    ]);
  });

  test('else it is the next copy that is free', () => {
    expect(assignCopies(arrivals, [row(2, 1), row(4, null)], inbox, () => true)).toEqual([
      { copy: 0 },
      { copy: 2 },
    ]);
  });

  test('in a folder that gathers it is elsewhere, as soon as one was filed', () => {
    const gathers = { id: 'all', gathers: true };
    expect(assignCopies(arrivals, [], gathers, () => true)).toEqual([{ copy: 0 }, { elsewhere: true }]);
  });
});

test('UIDs are written as ranges', () => {
  expect(uidSet([1, 2, 3, 5, 8, 9])).toBe('1:3,5,8:9');
});
