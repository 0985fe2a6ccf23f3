import { lanAnh } from '@bocau/server/demo-world/people.ts';
import type { Page } from '@playwright/test';
import { beginSession } from './begin-session.ts';
import type { Language } from './words.ts';

/** The words of tasks that journeys look for, deliberately duplicated here instead of imported. */
const words = {
  title: ['Việc cần làm', 'Tasks'],
  add: ['Thêm việc', 'Add a task'],
  name: ['Tên việc', 'Title'],
  today: ['Hôm nay', 'Today'],
  week: ['Tuần này', 'This week'],
  tomorrow: ['Ngày mai', 'Tomorrow'],
  isDone: ['đã xong', 'done'],
  dayView: ['Ngày', 'Day'],
  done: ['Đã xong', 'Done'],
  notes: ['Ghi chú', 'Notes'],
  priority: ['Ưu tiên', 'Priority'],
  high: ['Cao', 'High'],
  addReminder: ['Thêm lời nhắc', 'Add a reminder'],
  save: ['Lưu', 'Save'],
  undo: ['Hoàn tác', 'Undo'],
  finish: ['Đánh dấu đã xong', 'Mark as done'],
  next: ['Lần kế tiếp', 'The next one'],
  restore: ['Khôi phục', 'Restore'],
  conversation: ['Mở hội thoại', 'Open conversation'],
  otherActs: ['Thao tác khác', 'More actions'],
  makeTask: ['Tạo việc', 'Make a task'],
  made: ['Đã tạo việc', 'Made a task'],
  open: ['Mở', 'Open'],
} as const;

/** The list of tasks beside the calendar. */
export function tasksPage(page: Page, language: Language) {
  const say = (key: keyof typeof words) => words[key][language === 'vi' ? 0 : 1];
  const main = page.getByRole('main');
  const lines = main.locator('[data-task]');
  const task = (title: string) => lines.filter({ hasText: title });
  return {
    ...{ say, main, lines, task },
    dialog: page.getByRole('dialog'),
    group: (key: keyof typeof words) => main.getByRole('list', { name: say(key) }),
    check: (title: string) => main.getByRole('checkbox', { name: `${say('finish')}: ${title}` }),

    async enter(address: string) {
      await beginSession(page, language, lanAnh);
      await page.goto(address);
    },

    /** Types a line, as many do from the keyboard alone. */
    async add(line: string) {
      await main.getByRole('textbox', { name: say('add') }).fill(line);
      await page.keyboard.press('Enter');
    },
  };
}
