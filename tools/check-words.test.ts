import { describe, expect, test } from 'vitest';
import { checkWords, type Words } from './check-words.ts';

const vi: Words = { list: { title: 'Danh sách', empty: { inbox: 'Trống', trash: 'Trống' } } };
const en: Words = { list: { title: 'List', empty: { inbox: 'Empty', trash: 'Empty' } } };

function faults(
  code: string,
  words: { vi?: Words; en?: Words } = {},
  path = 'web/src/features/list/list.tsx',
) {
  return checkWords([{ path, text: code }], words.vi ?? vi, words.en ?? en);
}

describe('words that agree with the code', () => {
  test.each([
    ['by their keys', `t('list.title'); t('list.empty.inbox'); t("list.empty.trash");`],
    ['by a template', `t(\`list.\${name}\`); t(\`list.empty.\${kind}\`);`],
    ['by a constant and a template', `const words = 'list.empty'; t('list.title'); t(\`\${words}.inbox\`);`],
    ['in JSX', "<Trans i18nKey=\"list.title\" /> {t(open ? 'list.empty.inbox' : 'list.empty.trash')}"],
    [
      'within a template',
      `\`\${t('list.title')}: \${t('list.empty.inbox', { a: 1 })} \${t('list.empty.trash')}\``,
    ],
  ])('IN-1 are found %s', (_title, code) => {
    expect(faults(code)).toEqual([]);
  });

  test('IN-1 have plural forms, asked for by the key alone, that need not say the count', () => {
    const vi = { list: { all_one: 'một {{a}}', all_other: '{{count}} {{a}}' } };
    const en = { list: { all_one: '{{count}} {{a}}', all_other: 'all {{a}}' } };
    expect(faults("t('list.all', { count })", { vi, en })).toEqual([]);
  });
});

describe('words that do not', () => {
  const rest = `t('list.title'); t(\`list.empty.\${kind}\`);`;

  test('IN-1 a key without words is named with its place', () => {
    expect(faults(`${rest}\nt('list.gone'); t(\`list.lost.\${kind}\`);`)).toEqual([
      'web/src/features/list/list.tsx:2 has no words for list.gone',
      `web/src/features/list/list.tsx:2 has no words for list.lost.\${kind}`,
    ]);
  });

  test.each([
    ['nowhere', "t('list.title'); t('list.empty.inbox');"],
    ['in a comment', "t('list.title'); t('list.empty.inbox'); // t('list.empty.trash')"],
  ])('IN-1 a key that is used %s is to be removed', (_title, code) => {
    expect(faults(code)).toEqual(['list.empty.trash is used nowhere in web/src/; remove it from vi and en']);
  });

  test('IN-1 a use in a test, in the words or in another workspace does not count', () => {
    const uses = "t('list.empty.trash')";
    for (const path of ['web/src/a.test.ts', 'web/src/i18n/vi/list.ts', 'server/src/a.ts']) {
      const files = [
        { path: 'web/src/a.ts', text: "t('list.title'); t('list.empty.inbox');" },
        { path, text: uses },
      ];
      expect(checkWords(files, vi, en)).toHaveLength(1);
    }
  });

  test('IN-1 a key of one language alone is named', () => {
    expect(faults(rest, { en: { list: { title: 'List', empty: { inbox: 'Empty' } } } })).toEqual([
      'list.empty.trash is missing in en',
    ]);
  });

  test('IN-1 the variables of both languages are the same', () => {
    const words = (title: string) => ({ list: { title } });
    expect(faults("t('list.title')", { vi: words('{{a}} {{b}}'), en: words('{{b}} {{ a }} {{a}}') })).toEqual(
      [],
    );
    expect(faults("t('list.title')", { vi: words('{{a}}'), en: words('{{a}} {{b}}') })).toEqual([
      'list.title has other variables in vi (a) than in en (a, b)',
    ]);
  });
});
