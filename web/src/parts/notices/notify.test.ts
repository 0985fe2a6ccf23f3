import { beforeEach, expect, test } from 'vitest';
import { dismiss, dismissAbout, notices, notify, showNotice } from './notify.ts';

beforeEach(() => notices.set([]));

const shown = () => notices.get().map(({ text }) => text);
const secondsOf = (id: number) => notices.get().find((notice) => notice.id === id)?.seconds;
const undo = () => undefined;

test('NT-1 a notice stays 3 seconds unless it says another time', () => {
  expect(secondsOf(showNotice({ text: 'Đã lưu' }))).toBe(3);
  expect(secondsOf(showNotice({ text: 'Đã lưu', seconds: 8 }))).toBe(8);
});

test('OR-4 a notice that can be taken back stays 5 seconds', () => {
  expect(secondsOf(showNotice({ text: 'Đã chuyển', undo }))).toBe(5);
});

test('what only says that it went well gives way to what comes next', () => {
  notify({ text: 'Đã lưu' });
  notify({ text: 'Đã gửi thư', action: { label: 'Xem thư', run: undo } });
  expect(shown()).toEqual(['Đã gửi thư']);
});

test('OR-4 nothing else takes the place of an undo before its time, nor of a failure', () => {
  notify({ text: 'Đã chuyển vào Thùng rác', undo });
  notify({ text: 'Đã gửi thư' });
  expect(shown()).toEqual(['Đã chuyển vào Thùng rác', 'Đã gửi thư']);
  notify({ text: 'Không gửi được', tone: 'danger' });
  notify({ text: 'Đã lưu' });
  expect(shown()).toEqual(['Đã chuyển vào Thùng rác', 'Không gửi được', 'Đã lưu']);
});

test('of undos of more than two acts, which the key takes back too, the latest stand; of others all', () => {
  notify({ text: 'Thư sẽ được gửi', undo, seconds: 30 });
  for (const [index, text] of ['một', 'hai', 'ba'].entries()) notify({ text, undo, about: [index] });
  expect(shown()).toEqual(['Thư sẽ được gửi', 'hai', 'ba']);
});

test('beside what stays until it is over at most three stand: then the oldest failure goes', () => {
  notify({ text: 'Chưa lưu được', seconds: null, tone: 'danger', undo });
  for (const text of ['một', 'hai']) notify({ text, undo });
  for (const text of ['Lỗi', 'Lỗi khác']) notify({ text, tone: 'danger' });
  expect(shown()).toEqual(['Chưa lưu được', 'một', 'hai', 'Lỗi khác']);
});

test('the same failure is told once', () => {
  for (const text of ['Lỗi', 'Lỗi']) notify({ text, tone: 'danger' });
  expect(shown()).toEqual(['Lỗi']);
});

test('a notice takes the place of the one that it is told instead of, if that still stands', () => {
  const first = showNotice({ text: 'Chưa lưu 1', seconds: null });
  notify({ text: 'Đã chuyển', undo });
  const second = showNotice({ text: 'Chưa lưu 2', seconds: null, instead: first });
  expect(shown()).toEqual(['Chưa lưu 2', 'Đã chuyển']);
  dismiss(second);
  notify({ text: 'Chưa lưu 3', seconds: null, instead: second });
  expect(shown()).toEqual(['Đã chuyển', 'Chưa lưu 3']);
});

test('a notice that was replaced does not take the new one away', () => {
  const first = showNotice({ text: 'một' });
  const second = showNotice({ text: 'hai' });
  dismiss(first);
  expect(shown()).toEqual(['hai']);
  dismiss(second);
  expect(shown()).toEqual([]);
});

test('what was said of an act goes when it is not so any more', () => {
  notify({ text: 'Đã chuyển', undo, about: [1, 2] });
  notify({ text: 'Đã đánh dấu', undo, about: [3] });
  dismissAbout([2]);
  expect(shown()).toEqual(['Đã đánh dấu']);
});
