import { ApiError } from '@bocau/contract/client.ts';
import { afterEach, beforeEach, expect, vi as spies, test } from 'vitest';
import { en } from './en.ts';
import { enLater } from './en-later.ts';
import { errorWords } from './error-words.ts';
import { addWords, createSay, type WordTree } from './say.ts';
import { vi } from './vi.ts';
import { viLater } from './vi-later.ts';

beforeEach(() => {
  spies.useFakeTimers();
  spies.setSystemTime(new Date(2026, 10, 20, 13, 4, 30));
});
afterEach(() => {
  spies.useRealTimers();
});

const sayOf = (language: string, ...parts: WordTree[]) => {
  const words = {};
  for (const part of parts) addWords(words, part);
  return createSay(language, words);
};
const inVietnamese = (error: ApiError) => errorWords(sayOf('vi', vi, viLater), error);
const inEnglish = (error: ApiError) => errorWords(sayOf('en', en, enLater), error);
const refusal = (details: object) => new ApiError(400, 'invalid_input', 'for developers', details);
const limit = (retryAfter: number | null) =>
  new ApiError(429, 'sending_limit_reached', 'for developers', {}, retryAfter);

test('ER-7 a refusal by a limit says when to try again', () => {
  const kept = 'Too many messages sent in a short time. The message is saved in Drafts.';
  expect(inEnglish(limit(3600))).toBe(`${kept} Try again at 14:05.`);
  expect(inEnglish(limit(23 * 3600))).toBe(`${kept} Try again at 12:05 21/11.`);
  expect(inEnglish(limit(15))).toBe(`${kept} Try again in 15 seconds.`);
  expect(inEnglish(limit(1))).toBe(`${kept} Try again in 1 second.`);
  expect(inEnglish(limit(null))).toBe(`${kept} Try again later.`);
  expect(inVietnamese(limit(3600))).toBe(
    'Bạn đã gửi quá nhiều thư trong thời gian ngắn. Thư vẫn nằm trong Thư nháp. Thử lại lúc 14:05.',
  );
});

test('ER-7 a limit of a day says when it is over, and does not speak of haste', () => {
  const error = new ApiError(429, 'too_many_requests', 'for developers', {}, 23 * 3600);
  expect(inEnglish(error)).toBe('You’ve reached the limit for this. Try again at 12:05 21/11.');
  expect(inVietnamese(error)).toBe('Đã hết số lần cho phép. Thử lại lúc 12:05 21/11.');
});

test('AT-4 a refused file is named', () => {
  const error = new ApiError(400, 'file_not_allowed', 'for developers', { name: 'cài đặt.exe' });
  expect(inEnglish(error)).toBe('This file type isn’t allowed: cài đặt.exe. Remove the file and try again.');
  expect(inVietnamese(error)).toBe('Không gửi hoặc nhận loại tệp này: cài đặt.exe. Bỏ tệp rồi thử lại.');
  expect(inEnglish(new ApiError(400, 'file_not_allowed', 'x'))).toBe('This file type can’t be attached.');
});

test('ER-7 a refused field is named as its screen names it, with what it may be', () => {
  const long = { fields: [{ field: 'name', problem: 'Too big', rule: 'too_long', limit: 255 }] };
  expect(inEnglish(refusal(long))).toBe('Folder name: Use up to 255 characters. Nothing was changed.');
  expect(inVietnamese(refusal(long))).toBe('Tên thư mục: Tối đa 255 ký tự. Chưa có gì thay đổi.');
  const day = {
    fields: [{ field: 'end_day', problem: 'The calendar has no such day', rule: 'no_such_day' }],
  };
  expect(inEnglish(refusal(day))).toBe('Ends: There’s no such date. Nothing was changed.');
});

test.each([
  ['sieve_json.conditions.1.value', 'Điều kiện 2: Tối đa 500 ký tự.'],
  ['sieve_json.actions', 'Bộ lọc: Tối đa 500 ký tự.'],
  ['sieve_json.from', 'Địa chỉ hoặc tên miền cần chặn: Tối đa 500 ký tự.'],
  ['sieve_json.email', 'Địa chỉ email: Tối đa 500 ký tự.'],
  ['sieve_json.body', 'Nội dung: Tối đa 500 ký tự.'],
])('ER-7 RU-4 of a rule that is refused, %s is named as its screen names it', (field, words) => {
  const refused = refusal({ fields: [{ field, problem: 'Too big', rule: 'too_long', limit: 500 }] });
  expect(inVietnamese(refused)).toBe(`${words} Chưa có gì thay đổi.`);
});

test('ER-7 codes that only later parts meet have their words among the later ones', () => {
  expect(inVietnamese(new ApiError(400, 'last_owner', 'for developers'))).toBe(
    'Tên miền phải còn ít nhất một chủ sở hữu.',
  );
  expect(inEnglish(new ApiError(404, 'folder_not_found', 'for developers'))).not.toContain('errors.');
});

test('ER-7 a field that no screen shows is refused in general words', () => {
  const general = 'Something you entered isn’t valid. Nothing was changed.';
  expect(inEnglish(refusal({}))).toBe(general);
  expect(inEnglish(refusal({ fields: [{ field: 'client_key', problem: 'x', rule: 'too_long' }] }))).toBe(
    general,
  );
  expect(inEnglish(refusal({ fields: [{ field: 'name', problem: 'of an older server' }] }))).toBe(general);
});
