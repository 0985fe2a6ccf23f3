import { expect, test } from 'vitest';
import { matchPath } from '../../router/match-path.ts';
import { CONTACTS_PATTERN } from './contact-address.ts';
import { type PeopleView, peopleAddressOf, peopleAt } from './people-address.ts';

const VIEWS: PeopleView[] = [
  { kind: 'directory', words: '', department: null, email: null },
  {
    kind: 'directory',
    words: 'lan anh',
    department: 'Kinh doanh / Miền Bắc',
    email: 'lan.anh@saomai.example',
  },
  { kind: 'others', words: 'ha', department: null, email: 'a/b+c@minhphat.example' },
];

test.each(VIEWS)('$kind with $email has an address', (view) => {
  const { pathname, search } = new URL(peopleAddressOf(view.kind, view), 'https://mail.saomai.example');
  expect(peopleAt(matchPath(CONTACTS_PATTERN, pathname) ?? {}, search)).toEqual(view);
});

test('other addresses are those of contacts', () => {
  for (const pathname of ['/contacts', '/contacts/favorites', '/contacts/c/directory'])
    expect(peopleAt(matchPath(CONTACTS_PATTERN, pathname) ?? {}, '')).toBeNull();
});
