import { screen } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calendar as english } from '../../../i18n/en/calendar.ts';
import { learnWords, loadLaterWords } from '../../../i18n/i18n.ts';
import { calendar as vietnamese } from '../../../i18n/vi/calendar.ts';
import { createFakeCalendar, fieldsOf } from '../../../model/calendar/test-kit/fake-calendar.ts';
import { renderCalendar } from '../../../test-kit/render-calendar.tsx';
import { speak } from '../../../test-kit/words.ts';

beforeAll(async () => {
  learnWords('vi', { calendar: vietnamese });
  learnWords('en', { calendar: english });
  for (const language of ['en', 'vi'] as const) {
    speak(language);
    await loadLaterWords();
  }
});
beforeEach(() => localStorage.clear());

describe.each([
  [
    'vi',
    {
      ...{ more: 'Thao tác khác', duplicate: 'Nhân bản', title: 'Tiêu đề' },
      copy: /^Giao ban hai, Thứ Tư 18.* 09:00 đến 10:00, Phòng Sen, lặp lại/,
    },
  ],
  [
    'en',
    {
      ...{ more: 'More actions', duplicate: 'Duplicate', title: 'Title' },
      copy: /^Giao ban hai, Wednesday 18.* 09:00 to 10:00, Phòng Sen, repeats/,
    },
  ],
] as const)('in %s', (language, words) => {
  // Without a layout, what stands beside an event counts as hidden.
  const beside = (name: string) => ({ name, hidden: true });

  test('CL-346 the form of a copy has what the event has, which stays as it is', async () => {
    speak(language);
    const fields = fieldsOf('Giao ban', '2026-11-18', '09:00', { place: 'Phòng Sen', rule: 'FREQ=WEEKLY' });
    const server = createFakeCalendar([{ id: 'weekly', fields }]);
    const { user, settle } = await renderCalendar(server, '/calendar/week/2026-11-20');
    await user.click(screen.getByRole('button', { name: /^Giao ban/ }));
    await settle();
    await user.click(screen.getByRole('button', beside(words.more)));
    await user.click(await screen.findByRole('menuitem', beside(words.duplicate)));
    const title = await screen.findByRole('textbox', { name: words.title });
    await user.clear(title);
    await user.type(title, 'Giao ban hai{Control>}s{/Control}');
    await settle();
    screen.getByRole('button', { name: words.copy });
    screen.getByRole('button', { name: /^Giao ban,/ });
    expect(server.event('weekly')?.fields.title).toBe('Giao ban');
  });
});
