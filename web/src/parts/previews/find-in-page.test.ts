import { expect, test } from 'vitest';
import { findInPage, pageText, type TextRun } from './find-in-page.ts';

const line = (str: string): TextRun => ({ str, hasEOL: true });
const part = (str: string): TextRun => ({ str, hasEOL: false });

/** The text of each hit. */
function found(runs: TextRun[], typed: string): string[] {
  return findInPage(pageText(runs), typed).map(({ from, to }) =>
    runs
      .slice(from.run, to.run + 1)
      .map(({ str }, index) => {
        const isLast = from.run + index === to.run;
        return str.slice(index === 0 ? from.at : 0, isLast ? to.at : undefined);
      })
      .join('|'),
  );
}

test.each([
  ['hop dong', ['Hợp đồng', 'HỢP ĐỒNG']],
  ['hợp đồng', ['Hợp đồng', 'HỢP ĐỒNG']],
  ['hộp', []],
  ['thue nha', ['thuê|nhà']],
  ['  thuê \n nhà ', ['thuê|nhà']],
  ['12.5', ['12.5']],
  ['', []],
  ['  ', []],
])('%j is found as people look for it', (typed, hits) => {
  const runs = [part('Hợp đồng'), part(' '), line('thuê'), line('nhà số (12.5) của'), line('HỢP ĐỒNG')];
  expect(found(runs, typed)).toEqual(hits);
});

test('marks that were written apart from their letters are found too, and the hit ends after them', () => {
  const runs = [line('Công ty đồng hành'.normalize('NFD'))];
  expect(found(runs, 'đồng')).toEqual(['đồng'.normalize('NFD')]);
  expect(found(runs, 'dong')).toEqual(['đồng'.normalize('NFD')]);
});

test('empty runs, and spaces that stand more than once, are between no two words', () => {
  expect(found([part('giá'), part(''), part('  '), part(' '), part('trị')], 'giá trị')).toEqual([
    'giá||  | |trị',
  ]);
});

test('hits do not overlap, and a letter may be more than one unit', () => {
  expect(found([line('aaaa')], 'aa')).toEqual(['aa', 'aa']);
  expect(found([line('𝒙 giá 𝒙')], 'giá')).toEqual(['giá']);
});
