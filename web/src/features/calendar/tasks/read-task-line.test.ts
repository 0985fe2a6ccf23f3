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
