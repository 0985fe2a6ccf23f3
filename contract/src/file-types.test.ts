import { expect, test } from 'vitest';
import { BLOCKED_TYPES, blockedType, FILE_TYPE } from './file-types.ts';

test.each([
  ['setup.exe', 'exe'],
  ['báo giá.pdf.EXE', 'exe'],
  ['setup.exe.', 'exe'],
  ['setup.exe. . .', 'exe'],
  ['setup.exe\u00a0', 'exe'],
  ['setup. exe', 'exe'],
  ['setup.exe::$DATA', 'exe'],
  ['ghi chú.txt:ẩn.vbs', 'vbs'],
  ['setup.ехе', 'exe'],
  ['setup.ЕХЕ', 'exe'],
  ['setup.ｅｘｅ', 'exe'],
  ['setup．exe', 'exe'],
  ['setup。exe', 'exe'],
  ['setup․exe', 'exe'],
  ['setup.éxẻ', 'exe'],
  ['setup.e\u0301xe', 'exe'],
  ['setup.e\u200bxe', 'exe'],
  ['setup.exe\ufe0f', 'exe'],
  ['setup.\u202eexe', 'exe'],
  ['setup.ＪＳ', 'js'],
  ['İnstall.MSİ', 'msi'],
  ['phim.ѕсг', 'scr'],
  ['winmail.TNEF', 'tnef'],
  ['.bat', 'bat'],
] as const)('AT-4 %j is of a blocked type', (name, type) => expect(blockedType(name)).toBe(type));

test.each([
  'exe',
  'setup.exe.txt',
  'thực thi.execx',
  'báo giá.xlsx',
  'Biên bản 10:30.pdf',
  'архив.zip',
  'dữ liệu.json',
  'ảnh.jpg',
  'trang.html',
  'tập lệnh.sh',
  'v1.2 exe',
  '.',
  '',
])('AT-4 %j is not', (name) => expect(blockedType(name)).toBe(null));

test('AT-4 the operator’s list takes the place of the one that is built in', () => {
  expect(blockedType('a.exe', ['dwg'])).toBe(null);
  expect(blockedType('a.DWG.', ['dwg'])).toBe('dwg');
  expect(blockedType('a', [])).toBe(null);
  expect(BLOCKED_TYPES.filter((type) => !FILE_TYPE.test(type))).toEqual([]);
});
