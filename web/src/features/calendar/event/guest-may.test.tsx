import { screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { calendar as english } from '../../../i18n/en/calendar.ts';
import { learnWords, loadLaterWords } from '../../../i18n/i18n.ts';
import { calendar as vietnamese } from '../../../i18n/vi/calendar.ts';
import { createFakeCalendar, fieldsOf } from '../../../model/calendar/test-kit/fake-calendar.ts';
import { notices } from '../../../parts/notices/notify.ts';
import { renderCalendar } from '../../../test-kit/render-calendar.tsx';
import { speak } from '../../../test-kit/words.ts';

const WEEK = '/calendar/week/2026-11-20';
const LAN = { name: 'Lan', email: 'lan@saomai.example' };
const MEETING = {
  ...{ id: 'meeting', my_answer: 'accepted' as const },
  fields: fieldsOf('Chốt giá', '2026-11-20', '09:00', { guests: [LAN] }),
};

beforeAll(async () => {
  await Promise.all([import('../form/guests-field.tsx'), import('../form/find-time-field.tsx')]);
  learnWords('vi', { calendar: vietnamese });
  learnWords('en', { calendar: english });
  for (const language of ['en', 'vi'] as const) {
    speak(language);
    await loadLaterWords();
  }
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T01:00:00Z') });
  localStorage.clear();
  notices.set([]);
});
afterEach(() => vi.useRealTimers());

// Without a layout, what stands beside an event counts as hidden.
const beside = (name: string) => ({ name, hidden: true });

describe.each([
  ['vi', vietnamese],
  ['en', english],
] as const)('in %s', (language, words) => {
  beforeEach(() => speak(language));

  async function open(guest_may: 'change' | 'invite') {
    const server = createFakeCalendar([{ ...MEETING, guest_may }]);
    const view = await renderCalendar(server, WEEK);
    await view.user.click(screen.getByRole('button', { name: /^Chốt giá/ }));
    await view.settle();
    return { ...view, server };
  }

  test('CL-239 a guest who may changes the meeting in its form, but neither rooms nor what guests may', async () => {
    const { user, settle, server } = await open('change');
    await user.click(await screen.findByRole('button', beside(words.event.edit)));
    const title = await screen.findByRole('textbox', { name: words.form.title });
    const field = await screen.findByRole('combobox', { name: words.form.addGuests });
    // CL-442: who is asked stays; who is added can be taken off again.
    expect(screen.getByText(`${words.form.guests}: ${LAN.name || LAN.email}`)).toBeTruthy();
    await user.type(
      field,
      'minh@saomai.example,{Backspace}ha@saomai.example,{Backspace}{Backspace}{Backspace}',
    );
    await user.type(field, 'binh@saomai.example,');
    expect(screen.queryByRole('button', { name: words.rooms.add })).toBeNull();
    expect(screen.queryByRole('combobox', { name: words.form.guestsMay.label })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: words.form.showsGuests })).toBeNull();
    await user.clear(title);
    await user.type(title, 'Chốt hợp đồng');
    await user.click(screen.getByRole('button', { name: words.form.save }));
    await settle();
    expect(server.event('meeting')?.fields.title).toBe('Chốt hợp đồng');
    expect(server.event('meeting')?.fields.guests.map(({ email }) => email)).toEqual([
      LAN.email,
      'binh@saomai.example',
    ]);
  });

  test('CL-239 how often a series repeats is changed by a guest for all of it, as only of one it would be lost', async () => {
    const server = createFakeCalendar([
      {
        ...{ id: 'series', my_answer: 'accepted', guest_may: 'change' },
        fields: fieldsOf('Chốt giá', '2026-11-20', '09:00', { guests: [LAN], rule: 'FREQ=WEEKLY' }),
      },
    ]);
    const { user, settle } = await renderCalendar(server, WEEK);
    await user.click(screen.getByRole('button', { name: /^Chốt giá/ }));
    await settle();
    await user.click(await screen.findByRole('button', beside(words.event.edit)));
    await user.selectOptions(await screen.findByRole('combobox', { name: words.repeat.label }), 'day');
    await user.click(screen.getByRole('button', { name: words.form.save }));
    await screen.findByRole('radio', { name: words.scope.all });
    expect(screen.queryByRole('radio', { name: words.scope.one })).toBeNull();
    await user.click(screen.getByRole('button', { name: words.scope.confirmChange }));
    await settle();
    expect(server.event('series')?.fields.rule).toBe('FREQ=DAILY');
  });

  test('CL-239 a guest who may ask others adds them to those who are asked', async () => {
    const { user, settle, server } = await open('invite');
    expect(screen.queryByRole('button', beside(words.event.edit))).toBeNull();
    await user.click(await screen.findByRole('button', beside(words.event.inviteMore)));
    const field = await screen.findByRole('combobox', { name: words.form.addGuests });
    await user.type(field, 'minh@saomai.example,');
    await user.click(screen.getByRole('button', { name: words.form.save }));
    await settle();
    expect(server.event('meeting')?.fields.guests.map(({ email }) => email)).toEqual([
      LAN.email,
      'minh@saomai.example',
    ]);
  });
});
