import { describe, expect, test } from 'vitest';
import type { ListRef } from '../../model/mail/mail-model.ts';
import { addressOf, type ListPlace, placeOfAddress } from './list-address.ts';

const inbox: ListRef = { kind: 'folder', path: 'INBOX' };

/** Parses an address as the router does. */
function read(address: string): ListPlace {
  const url = new URL(address, 'https://mail.example');
  const [, first, name, id] = url.pathname.split('/').map(decodeURIComponent);
  return placeOfAddress({ [first as string]: name, id }, url.search);
}

test.each([
  ['RT-1', inbox, 1, null, '/folder/INBOX'],
  ['RT-1', { kind: 'starred' }, 1, null, '/folder/Starred'],
  ['RT-1', { kind: 'folder', path: 'Dự án/2026' }, 3, null, '/folder/D%E1%BB%B1%20%C3%A1n%2F2026?page=3'],
  ['RT-2', inbox, 2, 't1', '/folder/INBOX/t1?page=2'],
  [
    'RT-2',
    { ...inbox, filter: { is_read: 'false', has_attachment: 'true' } },
    2,
    't1',
    '/folder/INBOX/t1?is_read=false&has_attachment=true&page=2',
  ],
  ['RT-1', { kind: 'starred', filter: { is_read: 'false' } }, 1, null, '/folder/Starred?is_read=false'],
  ['RT-1', { ...inbox, sort: 'size' }, 2, null, '/folder/INBOX?sort=size&page=2'],
  [
    'RT-2',
    { ...inbox, filter: { is_star: 'true' }, sort: 'sender_desc' },
    1,
    't1',
    '/folder/INBOX/t1?is_star=true&sort=sender_desc',
  ],
  ['RT-3', { kind: 'search', terms: { q: 'hợp đồng', is_read: 'false' } }, 2, 't1', undefined],
] as const)('%s an address shows again what it was made from', (_, list, page, threadId, address) => {
  const made = addressOf(list, page, threadId);
  if (address !== undefined) expect(made).toBe(address);
  expect(read(made)).toEqual({ list, page, threadId });
});

describe('an address that someone typed', () => {
  test('RT-3 a search takes its own parameters and leaves empty ones out', () => {
    expect(read('/advance-search?q=thuế&subject=&utm=x&page=2').list).toEqual({
      kind: 'search',
      terms: { q: 'thuế' },
    });
  });

  test('RT-2 where the user came from changes nothing that is shown', () => {
    expect(read('/folder/INBOX/t1?src=search-suggest')).toEqual(read('/folder/INBOX/t1'));
  });

  test('an order that there is not is none', () => {
    expect(read('/folder/INBOX?sort=colour').list).toEqual(inbox);
  });

  test.each(['0', '-3', 'abc', ''])('a page "%s" is the first', (page) => {
    expect(read(`/folder/INBOX?page=${page}`).page).toBe(1);
  });
});
