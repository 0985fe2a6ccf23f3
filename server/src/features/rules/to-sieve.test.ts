import { type FilterRule, filterRule } from '@bocau/contract/rule-definitions.ts';
import { expect, test } from 'vitest';
import { filtersToSieve, toSieve } from './to-sieve.ts';

const world = {
  folderName: (id: string) => (id === 'f1' ? 'Dự án' : undefined),
  labelKeyword: (id: string) => (id === 'l1' ? 'khach-hang' : undefined),
  isVerified: () => true,
  timeZone: 'Asia/Ho_Chi_Minh',
};
const lines = (script: string) => script.split('\r\n');

function filter(conditions: unknown[], actions: unknown[]): FilterRule {
  return filterRule.parse({ conditions, actions });
}

test('RU-12 a filter is printed as its user reads it', () => {
  const given = filter(
    [
      { type: 'from', comparator: 'contains', value: 'a@b.example, @c.example' },
      { type: 'subject', comparator: '!contains', value: '"2026"' },
      { type: 'size', comparator: 'over', value: 2, unit: 'M' },
    ],
    [
      { enable: true, type: 'setflag', value: 'Flagged' },
      { enable: false, type: 'setflag', value: 'Seen' },
      { enable: true, type: 'fileinto', value: 'f1' },
      { enable: true, type: 'addlabel', value: 'l1' },
      { enable: true, type: 'addlabel', value: 'gone' },
      { enable: true, type: 'redirect', value: 'd@e.example' },
    ],
  );
  expect(lines(toSieve(given, world))).toEqual([
    'require ["fileinto", "imap4flags", "copy"];',
    'if allof (anyof (address :all :is ["from", "sender"] "a@b.example", ' +
      'address :domain :is ["from", "sender"] "c.example"), ' +
      'not header :contains "subject" "\\"2026\\"", size :over 2M) {',
    '  addflag "\\\\Flagged";',
    '  addflag "khach-hang";',
    '  fileinto "Dự án";',
    '  redirect :copy "d@e.example";',
    '}',
    '',
  ]);
});

test('RU-12 a letter is printed in every way in which it can be written', () => {
  const given = filter(
    [{ type: 'subject', comparator: 'contains', value: 'ộ.' }],
    [{ enable: true, type: 'discard', value: '' }],
  );
  const [, test = ''] = lines(toSieve(given, world));
  for (const form of ['ộ', 'Ộ', 'ộ'.normalize('NFD'), 'ô\u0323', 'ọ\u0302', 'o\u0302\u0323']) {
    expect(test).toContain(form);
  }
  expect(test).toContain('\\\\.');
});

test('RU-10 RU-12 of several filters the first folder counts, and one that is gone is the inbox', () => {
  const condition = { type: 'attachment', comparator: 'contains', value: '' };
  const into = (value: string) => filter([condition], [{ enable: true, type: 'fileinto', value }]);
  const script = filtersToSieve([into('f1'), into('gone')], world);
  expect(
    script.match(/if string :is "\$\{folder\}" "" \{\r\n {4}set "folder" "(Dự án|INBOX)";/g),
  ).toHaveLength(2);
  expect(lines(script).slice(-4)).toEqual([
    `if not string :is "\${folder}" "" {`,
    `  fileinto "\${folder}";`,
    '}',
    '',
  ]);
});

test('RU-12 VA-5 the automatic reply is printed with its days and its text', () => {
  const given = {
    ...({ type: 'vacation', is_enable: true, start_date: '2026-11-23', end_date: '2026-11-27' } as const),
    ...{
      subject: 'Đi vắng',
      from: 'an@saomai.example',
      body: 'Tôi "nghỉ".\nHẹn thứ Hai.',
      only_organisation: true,
    },
  };
  expect(lines(toSieve(given, world))).toEqual([
    'require ["vacation", "date", "relational"];',
    'if allof (currentdate :zone "+0700" :value "ge" "date" "2026-11-23", ' +
      'currentdate :zone "+0700" :value "le" "date" "2026-11-27", address :domain :is "from" "saomai.example") {',
    '  vacation :days 4 :subject "Đi vắng" :from "an@saomai.example" "Tôi \\"nghỉ\\".',
    'Hẹn thứ Hai.";',
    '}',
    '',
  ]);
});
