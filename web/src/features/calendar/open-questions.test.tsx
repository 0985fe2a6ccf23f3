import { screen } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calendar as english } from '../../i18n/en/calendar.ts';
import { learnWords, loadLaterWords } from '../../i18n/i18n.ts';
import { calendar as vietnamese } from '../../i18n/vi/calendar.ts';
import { createFakeCalendar, fieldsOf } from '../../model/calendar/test-kit/fake-calendar.ts';
import { notices } from '../../parts/notices/notify.ts';
import { renderCalendar } from '../../test-kit/render-calendar.tsx';
import { speak } from '../../test-kit/words.ts';

const time = { day: '2026-11-20', clock: '14:00', zone: 'Asia/Ho_Chi_Minh' };
const OTHER = { original: '', name: 'Lan', email: 'lan@saomai.example', words: '', proposed_at: 0 };

const world = () =>
  createFakeCalendar([
    { id: 'sure', fields: fieldsOf('Ăn trưa', '2026-11-20', '12:00') },
    { id: 'asked', fields: fieldsOf('Lời mời', '2026-11-20', '09:00'), my_answer: 'waiting' },
    { id: 'unsure', fields: fieldsOf('Hội thảo', '2026-11-21', '15:00'), my_answer: 'tentative' },
    {
      id: 'moved',
      fields: fieldsOf('Chốt giá', '2026-11-21', '10:00'),
      proposals: [{ ...OTHER, start: time, end: { ...time, clock: '15:00' } }],
    },
  ]);

beforeAll(async () => {
  learnWords('vi', { calendar: vietnamese });
  learnWords('en', { calendar: english });
  for (const language of ['en', 'vi'] as const) {
    speak(language);
    await loadLaterWords();
  }
});
beforeEach(() => {
  localStorage.clear();
  notices.set([]);
});

describe.each([
  ['vi', 'chưa trả lời lời mời', 'có giờ khác được đề nghị', 'Đồng ý', 'Có thể', 'đã trả lời “có thể”'],
  ['en', 'not answered yet', 'another time is proposed', 'Accept', 'Maybe', 'answered “maybe”'],
] as const)('what waits, in %s', (language, waiting, proposed, accept, maybe, unsure) => {
  beforeEach(() => speak(language));

  test.each(['week', 'month', 'agenda'])(
    'CL-230 looks unlike other events, and a screen reader says why, in the view %s',
    async (view) => {
      await renderCalendar(world(), `/calendar/${view}/2026-11-20`);
      const asked = screen.getByRole('button', { name: new RegExp(`^Lời mời, .*, ${waiting}`) });
      expect(asked.dataset['waiting']).toBe('true');
      const moved = screen.getByRole('button', { name: new RegExp(`^Chốt giá, .*, ${proposed}`) });
      expect(moved.querySelector('svg')).not.toBeNull();
      const sure = screen.getByRole('button', { name: /^Ăn trưa, / });
      expect(sure.dataset['waiting']).toBeUndefined();
      expect(sure.getAttribute('aria-label')).not.toContain(waiting);
    },
  );

  test.each(['week', 'month', 'agenda'])(
    'CL-437 what may be attended looks unlike other events, and a screen reader says why, in the view %s',
    async (view) => {
      await renderCalendar(world(), `/calendar/${view}/2026-11-20`);
      const event = screen.getByRole('button', { name: new RegExp(`^Hội thảo, .*, ${unsure}`) });
      expect(event.dataset['maybe']).toBe('true');
      expect(screen.getByRole('button', { name: /^Ăn trưa, / }).dataset['maybe']).toBeUndefined();
    },
  );

  test('CL-437 is so at once when “maybe” is pressed', async () => {
    const { user, settle } = await renderCalendar(world(), '/calendar/week/2026-11-20');
    const event = () => screen.getByRole('button', { name: /^Lời mời, / }).dataset;
    await user.click(screen.getByRole('button', { name: /^Lời mời, / }));
    await user.click(await screen.findByRole('button', { name: maybe, hidden: true }));
    expect([event()['waiting'], event()['maybe']]).toEqual([undefined, 'true']);
    await settle();
    expect([event()['waiting'], event()['maybe']]).toEqual([undefined, 'true']);
  });

  test('CL-230 looks like others at once when it is answered', async () => {
    const { user, settle } = await renderCalendar(world(), '/calendar/week/2026-11-20');
    await user.click(screen.getByRole('button', { name: /^Lời mời, / }));
    await user.click(await screen.findByRole('button', { name: accept, hidden: true }));
    expect(screen.getByRole('button', { name: /^Lời mời, / }).dataset['waiting']).toBeUndefined();
    await settle();
    expect(screen.getByRole('button', { name: /^Lời mời, / }).dataset['waiting']).toBeUndefined();
  });
});
