import type { Calendar, Occurrence } from '@bocau/contract/calendar.ts';
import { CALENDAR_COLORS } from '@bocau/contract/calendar-colors.ts';
import type { Birthday } from '@bocau/contract/contacts.ts';
import type { Spoken } from '../../../i18n/i18n.ts';
import { DAY_MS, wallOfDay } from '../../../lib/calendar-days.ts';
import { type BirthdayOn, birthdaysIn } from './birthdays-of.ts';
import { type Holiday, holidaysOf } from './holidays.ts';

export const BUILT_IN = ['tasks', 'holidays', 'birthdays'] as const;
type BuiltIn = (typeof BUILT_IN)[number];

const COLORS = {
  tasks: CALENDAR_COLORS.blue,
  holidays: CALENDAR_COLORS.red,
  birthdays: CALENDAR_COLORS.pink,
};

/** What stands behind an occurrence that is in no calendar of the server. */
export type BuiltInEvent = { occurrence: Occurrence; holiday?: Holiday; birthday?: BirthdayOn };

export function builtInCalendar(id: BuiltIn, { t }: Pick<Spoken, 't'>): Calendar {
  return {
    ...{ id, name: t(`calendar.builtIn.${id}`), color: COLORS[id], is_default: false },
    ...{
      reminders: { timed: [], day: [] },
      permission: 'READ',
      owner: null,
      is_company: false,
      event_ids_end: '',
    },
  };
}

/** Whether nothing of it can be changed here. */
export function isBuiltIn({ calendar_id }: Pick<Occurrence, 'calendar_id'>): boolean {
  return BUILT_IN.some((id) => id === calendar_id);
}

/** Holidays and birthdays on the days from `from` to `to`, in the order of time. */
export function builtInEvents(
  { from, to }: { from: string; to: string },
  birthdays: readonly Birthday[],
  spoken: Pick<Spoken, 't'>,
): BuiltInEvent[] {
  const { t } = spoken;
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
  const years = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const isShown = ({ day }: { day: string }) => day >= from && day <= to;
  return years.flatMap((year) => [
    ...holidaysOf(year)
      .filter(isShown)
      .map((holiday) => ({
        holiday,
        occurrence: occurrenceOf('holidays', `${holiday.name}.${holiday.day}`, {
          day: holiday.day,
          title: t(holiday.name, { day: holiday.number ?? 1 }),
        }),
      })),
    ...birthdaysIn(year, birthdays)
      .filter(isShown)
      .map((birthday) => ({
        birthday,
        occurrence: occurrenceOf('birthdays', `${birthday.card.id}.${birthday.day}`, {
          day: birthday.day,
          title: t('calendar.builtIn.birthday', { name: birthday.card.name }),
        }),
      })),
  ]);
}

export function occurrenceOf(
  calendar: BuiltIn,
  id: string,
  { day, title }: { day: string; title: string },
): Occurrence {
  const at = wallOfDay(day) / 1000;
  return {
    ...{ event_id: `${calendar}.${id}`, calendar_id: calendar, original: '', title, place: '' },
    ...{ kind: 'day', at, until: at + DAY_MS / 1000 },
    ...{ repeats: false, is_busy: false, is_private: false },
  };
}
