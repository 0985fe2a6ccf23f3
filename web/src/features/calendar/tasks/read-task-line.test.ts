import { expect, test } from 'vitest';
import { readTaskLine } from './read-task-line.ts';

const read = (text: string) =>
  readTaskLine(text, {
    zone: 'Asia/Ho_Chi_Minh',
    now: Date.UTC(2026, 10, 20, 9),
    language: 'vi',
  });

test('CL-161 a line says until when and how a task repeats, and a place stays in its title', () => {
  expect(read('Nộp tờ khai thứ hai hằng tuần')).toMatchObject({
    title: 'Nộp tờ khai',
    rule: expect.stringContaining('FREQ=WEEKLY'),
  });
});

test('CL-161 what only the lunar calendar repeats keeps its words in the title', () => {
  expect(read('Trả tiền nhà mùng 1 hằng tháng')).toMatchObject({
    title: 'Trả tiền nhà mùng 1 hằng tháng',
    due: { day: '2026-12-09', clock: null },
    rule: null,
  });
});

test('CL-396 a task is reminded of when its line says', () => {
  expect(read('Nộp tờ khai 15h thứ hai nhắc trước 1 tiếng')).toMatchObject({
    title: 'Nộp tờ khai',
    due: { day: '2026-11-23', clock: '15:00' },
    reminders: [60],
  });
  expect(read('Nộp tờ khai 15h thứ hai')).toMatchObject({ reminders: null });
});
