import type { CalendarEvent } from '@bocau/contract/calendar.ts';
import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import { MantineProvider } from '@mantine/core';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { loadCalendarWords } from '../../../i18n/calendar-words.ts';
import type { CalendarModel } from '../../../model/calendar/calendar-model.ts';
import { fieldsOf } from '../../../model/calendar/test-kit/fake-calendar.ts';
import { CalendarModelContext } from '../../../parts/calendar/use-calendar.ts';
import { notices } from '../../../parts/notices/notify.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { HandOverDialog } from './hand-over-dialog.tsx';

const OWN = 'lan.anh@saomai.example';
const person = (email: string, name = '') => ({ name, email, answer: 'accepted' as const });

const EVENT: CalendarEvent = {
  ...{ id: 'e', calendar_id: 'own', revision: 1, original: '' },
  fields: fieldsOf('Giao ban', '2026-11-24', '09:00', { rule: 'FREQ=DAILY' }),
  ...{ repeats_otherwise: false, organiser: { name: 'Lan Anh', email: OWN }, my_answer: null },
  attendees: [
    person(OWN),
    person('minh@saomai.example', 'Trần Minh'),
    person('khach@minhphat.example'),
    { ...person('sen@saomai.example', 'Sen'), is_room: true },
  ],
  ...{ changed_at: 1, changed_by: null, trashed_at: null },
};

async function show(handOverEvent: ApiClient['handOverEvent'], event = EVENT) {
  const onClose = vi.fn();
  const shown: (() => void)[] = [];
  const model: Partial<CalendarModel> = {
    show: () => Promise.resolve(),
    readEvent: () => new Promise((_, unreachable) => shown.push(() => unreachable(new Error('offline')))),
  };
  const part = await renderPart(
    <MantineProvider env="test">
      <CalendarModelContext value={model as CalendarModel}>
        <HandOverDialog event={event} onClose={onClose} />
      </CalendarModelContext>
    </MantineProvider>,
    { api: { handOverEvent } },
  );
  return { ...part, onClose, shown };
}

const ok = () => vi.fn(async () => ({ data: EVENT, meta: undefined as never }));

describe.each([
  [
    'vi',
    {
      submit: 'Giao',
      series: 'Cả chuỗi lặp lại được giao.',
      fault: 'Người này không có cuộc hẹn trong lịch. Hãy nhờ họ trả lời lời mời trước.',
      nobody: 'Chưa có khách nào trong tổ chức của bạn để giao.',
    },
  ],
  [
    'en',
    {
      submit: 'Hand over',
      series: 'The whole series is handed over.',
      fault: 'The event isn’t in this person’s calendar. Ask them to answer the invitation first.',
      nobody: 'None of the guests is in your organisation.',
    },
  ],
] as const)('handing a meeting over (%s)', (language, words) => {
  beforeEach(async () => {
    await speak(language);
    await loadCalendarWords();
  });

  test('CL-203 asks who of the colleagues, says what it means, and tells that it is done once it is shown', async () => {
    const call = ok();
    const { user, onClose, shown } = await show(call);
    const [first, ...others] = screen.getAllByRole('radio');
    expect(others).toEqual([]);
    await expect.poll(() => document.activeElement).toBe(first);
    expect(screen.getByText(words.series)).toBeDefined();
    const submit = screen.getByRole<HTMLButtonElement>('button', { name: words.submit });
    expect(submit.disabled).toBe(true);
    await user.click(screen.getByRole('radio', { name: /Trần Minh/ }));
    await user.click(submit);
    expect(call).toHaveBeenCalledWith({ params: { id: 'e' }, body: { to_email: 'minh@saomai.example' } });
    await vi.waitFor(() => expect(shown).toHaveLength(1));
    expect(onClose).not.toHaveBeenCalled();
    shown.pop()?.();
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(notices.get().at(-1)?.text).toContain('Trần Minh');
  });

  test('CL-205 says why it can’t be, and stays', async () => {
    const refusal = new ApiError(400, 'invalid_event', 'No', { reason: 'not_in_calendar' });
    const { user, onClose } = await show(vi.fn().mockRejectedValue(refusal));
    await user.click(screen.getByRole('radio', { name: /Trần Minh/ }));
    await user.click(screen.getByRole('button', { name: words.submit }));
    expect((await screen.findByRole('alert')).textContent).toBe(words.fault);
    expect(onClose).not.toHaveBeenCalled();
  });

  test('CL-205 offers nobody outside', async () => {
    await show(ok(), { ...EVENT, attendees: [person('khach@minhphat.example')] });
    expect(screen.getByText(words.nobody)).toBeDefined();
    expect(screen.queryByRole('radio')).toBeNull();
  });
});
