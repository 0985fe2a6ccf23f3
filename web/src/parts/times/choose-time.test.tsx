import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { snooze as enSnooze } from '../../i18n/en/snooze.ts';
import { learnWords } from '../../i18n/i18n.ts';
import { snooze as viSnooze } from '../../i18n/vi/snooze.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { SnoozeTimes } from './snooze-times.tsx';

test.each([
  ['vi', 'Chọn ngày giờ…', 'Ngày', 'Để sau', /Thời điểm này đã qua/],
  ['en', 'Pick a date and time…', 'Date', 'Snooze', /has passed/],
] as const)(
  'LT-15 in %s a time of one’s own that has passed is told as soon as it is typed',
  async (language, pick, day, confirm, past) => {
    learnWords('vi', { snooze: viSnooze });
    learnWords('en', { snooze: enSnooze });
    speak(language);
    const onChoose = vi.fn();
    const { user } = await renderPart(<SnoozeTimes count={1} onChoose={onChoose} onClose={() => {}} />);
    await user.click(await screen.findByRole('button', { name: pick }));
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${day}`) });
    expect(screen.queryByText(past)).toBeNull();
    await user.clear(field);
    await user.type(field, '01/01/2020');
    expect(await screen.findByText(past)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: confirm }));
    expect(onChoose).not.toHaveBeenCalled();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(past));
  },
);

test('LT-17 the arrows go from choice to choice, and around', async () => {
  learnWords('vi', { snooze: viSnooze });
  speak('vi');
  const { user } = await renderPart(<SnoozeTimes count={1} onChoose={() => {}} onClose={() => {}} />);
  await screen.findByRole('button', { name: 'Chọn ngày giờ…' });
  const choices = [...document.querySelectorAll<HTMLElement>('li > button')];
  choices[0]?.focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(choices[1]);
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(choices.at(-1));
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(choices[0]);
});
