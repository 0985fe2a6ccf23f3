import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { calendar as english } from '../../../i18n/en/calendar.ts';
import { learnWords, loadLaterWords } from '../../../i18n/i18n.ts';
import { calendar as vietnamese } from '../../../i18n/vi/calendar.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { ReminderFields } from './reminder-fields.tsx';

beforeAll(async () => {
  learnWords('vi', { calendar: vietnamese });
  learnWords('en', { calendar: english });
  for (const language of ['en', 'vi'] as const) {
    speak(language);
    await loadLaterWords();
  }
});

let last: readonly number[] = [];

function Form({ begin, isWhole }: { begin: readonly number[]; isWhole: boolean }) {
  const [reminders, setReminders] = useState(begin);
  last = reminders;
  return <ReminderFields label="Nhắc" reminders={reminders} isWhole={isWhole} onChange={setReminders} />;
}

async function show(begin: readonly number[], isWhole = false) {
  const view = await renderPart(<Form begin={begin} isWhole={isWhole} />);
  return { ...view, reminders: () => last };
}

const lines = () =>
  screen.getAllByRole<HTMLSelectElement>('combobox').map(({ selectedOptions }) => selectedOptions[0]?.text);

test.each([
  ['vi', ['lúc bắt đầu', 'trước 10 phút', 'trước 1 ngày'], 'Thêm lời nhắc', 'Bỏ lời nhắc trước 10 phút'],
  [
    'en',
    ['at the start', '10 minutes before', '1 day before'],
    'Add a reminder',
    'Remove the reminder 10 minutes before',
  ],
] as const)('CL-71 (%s) reminders are added, changed and removed', async (language, words, add, remove) => {
  await speak(language);
  const { reminders, user } = await show([0, 10, 1440]);
  expect(lines()).toEqual(words);
  await user.click(screen.getByRole('button', { name: remove }));
  expect(reminders()).toEqual([0, 1440]);
  expect(document.activeElement?.textContent).toContain(add);
  await user.click(screen.getByRole('button', { name: add }));
  expect(reminders()).toEqual([0, 1440, 10]);
});

test('CL-71 any time before the start can be typed, also one that is in the list', async () => {
  await speak('vi');
  const { reminders, user } = await show([10]);
  await user.selectOptions(screen.getByRole('combobox'), 'custom');
  const count = screen.getByRole('textbox', { name: 'Trước bao lâu' });
  await user.clear(count);
  await user.type(count, '30');
  expect(reminders()).toEqual([30]);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Đơn vị' }), 'hours');
  expect(reminders()).toEqual([1800]);
  await user.selectOptions(screen.getAllByRole('combobox')[0] as HTMLElement, '60');
  expect(reminders()).toEqual([60]);
});

test('CL-71 those of whole days say the day and the hour', async () => {
  await speak('vi');
  await show([-480, 420, 2400, 10], true);
  expect(lines()).toEqual([
    'trong ngày, lúc 08:00',
    'hôm trước, lúc 17:00',
    'trước 2 ngày, lúc 08:00',
    'hôm trước, lúc 23:50',
  ]);
});
