import type { ContactFields } from '@bocau/contract/contacts.ts';

const PIECES = [
  ...[
    'Nguyễn',
    'Ánh',
    'o\u0302\u0323',
    'plain',
    'a;b',
    'c,d',
    'e\\n',
    '\\',
    ';;',
    ',',
    ':',
    '"quoted"',
    "'",
    '=',
    '=C3',
  ],
  ...[
    '👩‍👩‍👧',
    '王',
    'العربية',
    'x'.repeat(80),
    'đ'.repeat(60),
    '\\,',
    '\\;',
    'END:VCARD',
    'item1.TEL:1',
    'a  b',
    '&<>',
    '~',
    '^n',
  ],
];
const LABELS = [
  '',
  'work',
  'home',
  'mobile',
  'fax',
  'pager',
  'other',
  'main',
  'Của tôi',
  'a;b,c\\d',
  'spouse',
  'friend',
  'constructor',
];
const DAYS = ['1990-08-15', '--02-29', '2024-12-31', '--08-01'];

/** A source of random numbers with a seed. */
type Random = {
  int(min: number, max: number): number;
  pick<T>(items: readonly T[]): T;
  chance(probability: number): boolean;
};

/** Fields with all that needs care: marks, separators, escapes, long words, line breaks in notes. */
export function randomFields(random: Random): ContactFields {
  const text = (most = 3) =>
    Array.from({ length: random.int(0, most) }, () => random.pick(PIECES))
      .join(' ')
      .trim();
  const some = (most = 3) => text(most) || 'x';
  const several = <T>(make: () => T) => Array.from({ length: random.int(0, 4) }, make);
  const labelled = () => ({ label: random.pick(LABELS), value: some() });
  return {
    ...{ full_name: some(), family_name: text(), middle_name: text(), given_name: text() },
    ...{ name_prefix: text(1), name_suffix: text(1), nickname: text() },
    ...{ organisation: text(), department: text(), title: text() },
    emails: several(labelled),
    phones: several(labelled),
    addresses: several(() => ({
      ...{ label: random.pick(LABELS), street: some(), ward: text(), province: text() },
      ...{ postal_code: random.pick(['', '700000']), country: text(1) },
    })),
    urls: several(labelled),
    dates: several(() => ({ label: random.pick([...LABELS, 'anniversary']), value: random.pick(DAYS) })),
    relations: several(labelled),
    birthday: random.pick([null, ...DAYS]),
    ...random.pick([
      { lunar_birthday: false, lunar_leap: false },
      { lunar_birthday: true, lunar_leap: false },
      { lunar_birthday: true, lunar_leap: true },
    ]),
    notes: several(() => text(8))
      .join('\n')
      .trim(),
    lists: [...new Set(several(() => some(1)))],
  };
}
