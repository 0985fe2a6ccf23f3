import type { Page } from '@playwright/test';
import type { Language } from './words.ts';

const words = {
  panel: ['Lời nhắc', 'Reminders'],
  reminders: ['Nhắc', 'Reminders'],
  dismiss: ['Bỏ lời nhắc “', 'Dismiss the reminder “'],
  snooze: ['Nhắc lại “', 'Snooze the reminder “'],
  inFive: ['Sau 5 phút', 'In 5 minutes'],
  undo: ['Hoàn tác', 'Undo'],
  one: ['1 lời nhắc', '1 reminder'],
  dismissed: ['Đã bỏ lời nhắc', 'dismissed'],
  add: ['Thêm lời nhắc', 'Add a reminder'],
  details: ['Thêm chi tiết', 'More details'],
  tenBefore: ['trước 10 phút', '10 minutes before'],
  atStart: ['lúc bắt đầu', 'at the start'],
} as const;

/** What a person is reminded of, in any room. */
export function reminderPanel(page: Page, language: Language) {
  const say = (key: keyof typeof words) => words[key][language === 'vi' ? 0 : 1];
  const panel = page.getByRole('region', { name: say('panel'), exact: true });
  return {
    say,
    panel,
    /** Over a dialog of a phone, in place of the rows. */
    chip: panel.getByRole('button', { name: say('one'), exact: true }),
    opened: page.getByRole('dialog', { name: say('panel'), exact: true }),
    row: (title: string) => panel.getByRole('listitem').filter({ hasText: title }),
    dismiss: (title: string) => panel.getByRole('button', { name: `${say('dismiss')}${title}”` }),
    snooze: (title: string) => panel.getByRole('combobox', { name: `${say('snooze')}${title}”` }),
  };
}
