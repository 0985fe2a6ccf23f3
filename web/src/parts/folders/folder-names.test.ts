import { expect, test } from 'vitest';
import { folders as en } from '../../i18n/en/folders.ts';
import { createSay } from '../../i18n/say.ts';
import { folders as vi } from '../../i18n/vi/folders.ts';
import { folderWords, pathWords } from './folder-names.ts';

const inVietnamese = createSay('vi', { folders: vi });
const inEnglish = createSay('en', { folders: en });

test('an own folder is told from the one of every mailbox that is called the same', () => {
  const called = (path: string) => [folderWords(inVietnamese, path), folderWords(inEnglish, path)];
  expect(called('Archive')).toEqual(['Lưu trữ', 'Archive']);
  expect(called('Lưu trữ')).toEqual(['Lưu trữ (của bạn)', 'Lưu trữ']);
  expect(called('lưu trữ')).toEqual(['lưu trữ (của bạn)', 'lưu trữ']);
  expect(called('Khách hàng/Lưu trữ')).toEqual(['Lưu trữ', 'Lưu trữ']);
  expect(called('Scheduled')).toEqual(['Scheduled', 'Scheduled (yours)']);
  expect(pathWords(inVietnamese, 'Lưu trữ/2025')).toBe('Lưu trữ (của bạn) › 2025');
});
