import { ApiError } from '@bocau/contract/client.ts';
import { screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { calendar as english } from '../../../i18n/en/calendar.ts';
import { learnWords, loadLaterWords } from '../../../i18n/i18n.ts';
import { calendar as vietnamese } from '../../../i18n/vi/calendar.ts';
import { createFakeCalendar, fieldsOf } from '../../../model/calendar/test-kit/fake-calendar.ts';
import { notices } from '../../../parts/notices/notify.ts';
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
beforeEach(() => notices.set([]));

const answers = { vi: 'Từ chối', en: 'Decline' };

// Without a layout, what stands beside an event counts as hidden.
const beside = (name: string) => ({ name, hidden: true });

test.each([
  ['vi', vietnamese],
  ['en', english],
] as const)(
  'CL-268 (%s) an event that could not be loaded says so, and can be deleted but not edited',
  async (language, words) => {
    speak(language);
    const server = createFakeCalendar([{ id: 'one', fields: fieldsOf('Giao ban', '2026-11-18', '09:00') }]);
    const getEvent = vi.fn(() => Promise.reject(new ApiError(0, 'no_answer', 'No answer')));
    Object.assign(server.api, { getEvent });
    const { user, settle } = await renderCalendar(server, '/calendar/week/2026-11-18');
    await user.click(screen.getByRole('button', { name: /^Giao ban/ }));
    await settle();
    const note = await screen.findByText(words.refused.notLoaded);
    const edit = screen.getByRole('button', beside(words.event.edit));
    expect(edit.getAttribute('aria-disabled')).toBe('true');
    expect(edit.getAttribute('aria-describedby')).toBe(note.id);
    await user.click(edit);
    expect(notices.get()).toEqual([]);
    expect(screen.queryByRole('dialog', { name: words.form.edit })).toBeNull();
    expect(screen.getByRole('button', beside(words.event.remove)).getAttribute('aria-disabled')).toBeNull();
  },
);

test.each([
  ['vi', vietnamese],
  ['en', english],
] as const)('CL-310 (%s) an event says that it repeats before it is known how', async (language, words) => {
  speak(language);
  const fields = { ...fieldsOf('Giao ban', '2026-11-18', '09:00'), rule: 'FREQ=DAILY;COUNT=2' };
  const server = createFakeCalendar([{ id: 'one', fields }]);
  Object.assign(server.api, { getEvent: () => new Promise(() => undefined) });
  const { user, settle } = await renderCalendar(server, '/calendar/week/2026-11-18');
  await user.click(screen.getAllByRole('button', { name: /^Giao ban/ })[0] as HTMLElement);
  await settle();
  expect(screen.getByText(words.event.repeats)).not.toBeNull();
});

test.each(['e', '{Delete}'])('CL-255 the key %s of an event works in its open card', async (key) => {
  speak('vi');
  const server = createFakeCalendar([{ id: 'one', fields: fieldsOf('Giao ban', '2026-11-18', '09:00') }]);
  const { user, settle } = await renderCalendar(server, '/calendar/week/2026-11-18');
  await user.click(screen.getByRole('button', { name: /^Giao ban/ }));
  await settle();
  await screen.findByRole('button', beside(vietnamese.event.edit));
  await user.keyboard(key);
  await settle();
  if (key === 'e') await screen.findByRole('dialog', beside(vietnamese.form.edit));
  else expect(screen.queryByRole('button', { name: /^Giao ban/ })).toBeNull();
});

test.each([
  ['vi', 'z', 'accepted'],
  ['en', '{Control>}z{/Control}', 'accepted'],
  ['vi', 'z', 'waiting'],
] as const)(
  'CL-368 CL-379 (%s) %s takes back an answer in the open card it was given in, after %s',
  async (language, key, before) => {
    speak(language);
    const server = createFakeCalendar([
      { id: 'one', fields: fieldsOf('Giao ban', '2026-11-18', '09:00'), my_answer: before },
    ]);
    const { user, settle } = await renderCalendar(server, '/calendar/week/2026-11-18');
    await user.click(screen.getByRole('button', { name: /^Giao ban/ }));
    await settle();
    const answer = screen.getByRole('button', beside(answers[language]));
    await user.click(answer);
    await settle();
    expect(answer.getAttribute('aria-pressed')).toBe('true');
    await user.keyboard(key);
    await settle();
    expect(answer.getAttribute('aria-pressed')).toBe('false');
    expect(server.event('one')?.my_answer).toBe(before);
  },
);

test.each([
  ['vi', vietnamese],
  ['en', english],
] as const)(
  'CL-300 (%s) the card of a meeting that was declined says free at once',
  async (language, words) => {
    speak(language);
    const server = createFakeCalendar([
      { id: 'one', fields: fieldsOf('Giao ban', '2026-11-18', '09:00'), my_answer: 'waiting' },
    ]);
    const { user, settle } = await renderCalendar(server, '/calendar/week/2026-11-18');
    await user.click(screen.getByRole('button', { name: /^Giao ban/ }));
    await settle();
    const state = (word: string) => screen.queryByText(new RegExp(` · ${word}$`));
    expect(state(words.busy)).not.toBeNull();
    await user.click(screen.getByRole('button', beside(answers[language])));
    await settle();
    expect([state(words.busy), state(words.free)]).toEqual([null, expect.anything()]);
  },
);

test.each([
  ['vi', vietnamese, 'waiting', 'all'],
  ['en', english, 'accepted', 'one'],
] as const)(
  'CL-334 CL-335 (%s) the question of a repeating invitation is alone on the screen, with what waits chosen',
  async (language, words, ofSeries, chosen) => {
    speak(language);
    const fields = { ...fieldsOf('Giao ban', '2026-11-18', '09:00'), rule: 'FREQ=WEEKLY' };
    const server = createFakeCalendar([{ id: 'one', fields, my_answer: 'waiting' }]);
    const { getEvent } = server.api;
    Object.assign(server.api, {
      async getEvent(asked: { query: { original?: string } } & Parameters<typeof getEvent>[0]) {
        const { data } = await getEvent(asked);
        return { data: { ...data, my_answer: asked.query.original ? 'waiting' : ofSeries } };
      },
    });
    const { user, settle } = await renderCalendar(server, '/calendar/week/2026-11-18');
    await user.click(screen.getByRole('button', { name: /^Giao ban/ }));
    await settle();
    await user.click(screen.getByRole('button', beside(answers[language])));
    await settle();
    await screen.findByRole('dialog', beside(words.scope.answer));
    expect(screen.queryByRole('dialog', beside(words.event.label))).toBeNull();
    const radio = (name: string) => screen.getByRole('radio', beside(name)) as HTMLInputElement;
    expect(radio(words.scope[chosen]).checked).toBe(true);
    await user.click(screen.getByRole('button', beside(words.scope.confirmAnswer)));
    await settle();
    expect(screen.queryByRole('dialog', beside(words.scope.answer))).toBeNull();
  },
);

test('CL-337 who organises an event is named once', async () => {
  speak('vi');
  const server = createFakeCalendar([{ id: 'one', fields: fieldsOf('Giao ban', '2026-11-18', '09:00') }]);
  const { getEvent } = server.api;
  const person = (name: string, email: string) => ({ name, email, answer: 'accepted', is_room: false });
  Object.assign(server.api, {
    async getEvent(asked: Parameters<typeof getEvent>[0]) {
      const { data } = await getEvent(asked);
      const attendees = [person('Hùng', 'Hung@saomai.example'), person('Mai', 'mai@saomai.example')];
      return { data: { ...data, organiser: { name: 'Hùng', email: 'hung@saomai.example' }, attendees } };
    },
  });
  const { user, settle } = await renderCalendar(server, '/calendar/week/2026-11-18');
  await user.click(screen.getByRole('button', { name: /^Giao ban/ }));
  await settle();
  expect(await screen.findAllByText(/Hùng/)).toHaveLength(1);
  expect(screen.getByText(/^Mai/)).not.toBeNull();
});
