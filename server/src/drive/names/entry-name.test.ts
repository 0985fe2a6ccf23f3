import { expect, test } from 'vitest';
import { entryName, fittingName, nameKey } from './entry-name.ts';

test('a name is kept with every Vietnamese letter, composed', () => {
  expect(entryName('  Hợp đồng số 9.docx'.normalize('NFD'))).toEqual({
    name: 'Hợp đồng số 9.docx',
    nameKey: 'hợp đồng số 9.docx',
    sortKey: 'hop dong so 000000000000009.docx',
  });
});

test.each([
  ['', 'is empty'],
  ['..', 'stands for a folder'],
  ['a/b', 'has characters that no name can have'],
  ['a\\b', 'has characters that no name can have'],
  ['a\u0000b', 'has characters that no name can have'],
  ['invoice\u202efdp.exe', 'has characters that no name can have'],
  ['a\n', 'has characters that no name can have'],
  ['\ufeffa', 'has characters that no name can have'],
  ['a\u2028', 'has characters that no name can have'],
  ['\ud800', 'has characters that no text can have'],
  ['ệ'.repeat(86), 'is longer than 255 bytes'],
])('%j is no name: it %s', (given, problem) => {
  expect(() => entryName(given)).toThrow(`This name ${problem}`);
});

test('names that differ in case and form alone are one', () => {
  expect(nameKey('BÁO GIÁ.xlsx')).toBe(nameKey('báo giá.XLSX'.normalize('NFD')));
  expect(nameKey('bao gia.xlsx')).not.toBe(nameKey('báo giá.xlsx'));
});

test('DV-12 what a stranger named becomes a name of the drive, with its end', () => {
  expect(fittingName('Báo giá 2026.pdf')).toBe('Báo giá 2026.pdf');
  expect(fittingName('a/b\u202efdp.exe')).toBe('a_b_fdp.exe');
  expect(fittingName('..')).toBe('file');
  const long = fittingName(`${'ệ'.repeat(200)}.tar.gz`);
  expect(long).toMatch(/ệ\.tar\.gz$/);
  expect(Buffer.byteLength(long)).toBe(253);
  expect(entryName(long).name).toBe(long);
});
