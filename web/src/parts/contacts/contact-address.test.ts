import { expect, test } from 'vitest';
import type { ContactListRef } from '../../model/contacts/contact-place.ts';
import { matchPath } from '../../router/match-path.ts';
import { CONTACTS_PATTERN, cardAddressOf, contactsAddressOf, contactsAt } from './contact-address.ts';

const LISTS: ContactListRef[] = [
  { kind: 'all' },
  { kind: 'favorites' },
  { kind: 'trash' },
  { kind: 'list', name: 'Khách hàng / Hà Nội' },
  { kind: 'book', id: 'b-1' },
  { kind: 'search', words: 'lan anh 0912' },
];

const read = (address: string) => {
  const { pathname, search } = new URL(address, 'https://mail.saomai.example');
  return contactsAt(matchPath(CONTACTS_PATTERN, pathname) ?? {}, search);
};

test.each(LISTS)('the list $kind has an address, and so has a card of it', (list) => {
  expect(read(contactsAddressOf(list))).toEqual({ list, cardId: null });
  expect(read(cardAddressOf(list, 'c-1'))).toEqual({ list, cardId: 'c-1' });
});

test('an address that says nothing is that of all contacts', () => {
  for (const address of ['/contacts/list', '/contacts/nothing', '/contacts/c'])
    expect(read(address)).toEqual({ list: { kind: 'all' }, cardId: null });
});
