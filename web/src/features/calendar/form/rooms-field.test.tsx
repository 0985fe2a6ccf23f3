import type { BookableRoom } from '@bocau/contract/calendar-rooms.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { calendar as english } from '../../../i18n/en/calendar.ts';
import { learnWords } from '../../../i18n/i18n.ts';
import { calendar as vietnamese } from '../../../i18n/vi/calendar.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { type EventFormValues, newValues } from './form-values.ts';
import { RoomsField } from './rooms-field.tsx';

const ZONE = 'Asia/Ho_Chi_Minh';
const TWO = Date.UTC(2026, 10, 20, 14);
const HOUR = 3_600_000;
const BEGIN = newValues(
  { kind: 'zoned', span: { start: TWO, end: TWO + HOUR } },
  { zone: ZONE, calendarId: 'own' },
);
/** 14:00 in Ho Chi Minh City. */
const AT = Date.UTC(2026, 10, 20, 7) / 1000;
const LAN = { at: AT, until: AT + 3600, name: 'Lan', email: 'lan@saomai.example', title: null };

function room(name: string, given: Partial<BookableRoom> = {}): BookableRoom {
  const email = `${name.toLowerCase().replaceAll(' ', '-')}@saomai.example`;
  return {
    email,
    name,
    kind: 'room',
    place: '',
    seats: null,
    note: '',
    may_book: true,
    too_far: null,
    taken: [],
    ...given,
  };
}

beforeAll(() => {
  learnWords('vi', { calendar: vietnamese });
  learnWords('en', { calendar: english });
});

let chosen: readonly MailAddress[] = [];
const asked: object[] = [];

type Given = { begin: EventFormValues; isNew: boolean; onClose?: (() => void) | undefined };

function Form({ begin, isNew, onClose }: Given) {
  const [values, setValues] = useState(begin);
  chosen = values.rooms;
  return (
    <RoomsField
      values={values}
      zone={ZONE}
      eventId={undefined}
      isNew={isNew}
      onChange={(rooms) => setValues({ ...values, rooms })}
      onClose={onClose}
    />
  );
}

async function show(
  rooms: BookableRoom[],
  begin: Partial<EventFormValues> = {},
  onClose?: () => void,
  isNew = false,
) {
  const api = {
    async listFreeRooms({ body }: { body: { rooms?: string[] } }) {
      asked.push(body);
      return { data: rooms.filter(({ email }) => body.rooms?.includes(email) ?? true) };
    },
  };
  return renderPart(<Form begin={{ ...BEGIN, ...begin }} isNew={isNew} onClose={onClose} />, {
    api: api as never,
  });
}

/** Of each Escape that reached the window, whether it was taken. */
function escapes(): boolean[] {
  const seen: boolean[] = [];
  const note = (event: KeyboardEvent) => event.key === 'Escape' && seen.push(event.defaultPrevented);
  window.addEventListener('keydown', note);
  onTestFinished(() => window.removeEventListener('keydown', note));
  return seen;
}

const names = () =>
  screen.getAllByRole<HTMLInputElement>('checkbox').map(({ labels }) => labels?.[0]?.textContent);

test.each([
  ['vi', 'Tầng 2 · 8 chỗ · còn trống', '14:00–15:00 (Lan)', 'B đã có người giữ 14:00–15:00 (Lan)'],
  ['en', 'Tầng 2 · seats 8 · free', '14:00–15:00 (Lan)', 'B is taken 14:00–15:00 (Lan)'],
] as const)(
  'CL-176 (%s) free rooms come first, and who has the others is said',
  async (language, free, held, refused) => {
    speak(language);
    const { user } = await show([room('B', { taken: [LAN] }), room('A', { place: 'Tầng 2', seats: 8 })]);
    await screen.findByText(free);
    expect(names()).toEqual(['A', 'B']);
    screen.getByText(held);
    await user.click(screen.getByRole('checkbox', { name: /^B/ }));
    await screen.findByText(refused);
    expect(chosen).toEqual([{ name: 'B', email: 'b@saomai.example' }]);
    await user.click(screen.getByRole('checkbox', { name: /^B/ }));
    expect(chosen).toEqual([]);
  },
);

test('CL-174 of a series all times are asked for the rooms that are chosen', async () => {
  speak('vi');
  const repeat = {
    kind: 'rule',
    rule: { every: 'week', interval: 1, weekdays: [5], nth: false, count: 4, until: null },
  };
  const rooms = [room('A', { taken: [{ ...LAN, at: AT + 7 * 86_400, until: AT + 7 * 86_400 + 3600 }] })];
  const values = { repeat, rooms: [{ name: 'A', email: 'a@saomai.example' }] } as never;
  await show(rooms, values);
  await screen.findByText('A sẽ không nhận cả chuỗi, vì đã có người giữ: 27/11 14:00–15:00 (Lan)');
  expect(asked.at(-1)).toMatchObject({ rooms: ['a@saomai.example'] });
});

test('CL-176 many rooms are searched without accents, and those of others can not be chosen', async () => {
  speak('vi');
  const many = Array.from({ length: 20 }, (_, at) => room(`Phòng ${String(at).padStart(2, '0')}`));
  const { user } = await show([...many, room('Đà Lạt', { may_book: false })]);
  await user.type(await screen.findByRole('textbox', { name: 'Tìm theo tên hoặc chỗ' }), 'da lat');
  expect(names()).toEqual(['Đà Lạt']);
  expect(screen.getByRole<HTMLInputElement>('checkbox').disabled).toBe(true);
});

test('CL-176 where the domain has no rooms it is said', async () => {
  speak('vi');
  await show([]);
  await screen.findByText('Công ty bạn chưa có phòng nào.');
});

test('CL-302 Escape empties the search of rooms, then closes their list', async () => {
  speak('vi');
  const seen = escapes();
  const rooms = Array.from({ length: 9 }, (_, at) => room(`P ${at}`));
  const onClose = vi.fn();
  const { user } = await show(rooms, {}, onClose);
  const search = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Tìm theo tên hoặc chỗ' });
  await user.type(search, '3{Escape}');
  expect([search.value, onClose.mock.calls, seen]).toEqual(['', [], [true]]);
  await user.keyboard('{Escape}');
  expect([onClose.mock.calls.length, seen]).toEqual([1, [true, true]]);
});

test('CL-302 Escape is left to the form where the list of rooms stays', async () => {
  speak('vi');
  const seen = escapes();
  const { user } = await show([room('A')]);
  await user.click(await screen.findByRole('checkbox', { name: /^A/ }));
  await user.keyboard('{Escape}');
  expect(seen).toEqual([false]);
});

test('CL-371 the list is brought into sight when it is opened, and not where rooms are chosen already', async () => {
  speak('vi');
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  await show([room('A')]);
  expect(scrolled).not.toHaveBeenCalled();
  await show([room('A')], {}, undefined, true);
  const list = document.activeElement;
  expect(list?.tagName).toBe('FIELDSET');
  expect(scrolled.mock.contexts).toEqual([list]);
});
