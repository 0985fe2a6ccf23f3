import type { Settings } from '@bocau/contract/settings.ts';
import { zoneNamed } from '../ical/zones.ts';
import type { ToldReminder } from './reminders.store.ts';

const DAY = 24 * 3600;
/** A reminder that is later than this came late: the program was down at its time. */
const LATE_SECONDS = 120;

type Person = Pick<Settings, 'language' | 'time_zone'>;

const WORDS = {
  vi: {
    reminder: 'Nhắc lịch',
    noTitle: '(không có tiêu đề)',
    private: 'Sự kiện riêng tư',
    privateTask: 'Việc riêng tư',
    allDay: 'cả ngày',
    late: 'Lẽ ra nhắc lúc {{time}}, khi máy chủ tạm ngừng.',
  },
  en: {
    reminder: 'Calendar reminder',
    noTitle: '(no title)',
    private: 'Private event',
    privateTask: 'Private task',
    allDay: 'all day',
    late: 'Due at {{time}}, while the server was down.',
  },
} as const;

export function wordsOf({ language }: Pick<Person, 'language'>) {
  return WORDS[language];
}

export function titleWords({ title }: Pick<ToldReminder, 'title'>, person: Person): string {
  return title.trim() || wordsOf(person).noTitle;
}

/** `20/11, 09:00–10:00`, by the clock of the person. */
export function whenWords({ at, until, kind }: Pick<ToldReminder, 'at' | 'until' | 'kind'>, person: Person) {
  const wall = kind === 'zoned' ? wallOf(person) : (moment: number) => moment;
  if (kind === 'day') {
    const last = until - DAY;
    const days = last > at ? `${dayOf(at)}–${dayOf(last)}` : dayOf(at);
    return `${days}, ${wordsOf(person).allDay}`;
  }
  const [from, to] = [wall(at), wall(until)];
  if (from === to) return `${dayOf(from)}, ${clockOf(from)}`;
  const end = dayOf(from) === dayOf(to) ? clockOf(to) : `${dayOf(to)}, ${clockOf(to)}`;
  return `${dayOf(from)}, ${clockOf(from)}–${end}`;
}

/** CL-64: says so where a reminder comes late; empty where it comes in time. */
export function lateWords({ due_at, given_at }: Pick<ToldReminder, 'due_at' | 'given_at'>, person: Person) {
  if (given_at - due_at < LATE_SECONDS) return '';
  const wall = wallOf(person);
  const [due, given] = [wall(due_at), wall(given_at)];
  const time = dayOf(due) === dayOf(given) ? clockOf(due) : `${clockOf(due)} ${dayOf(due)}`;
  return wordsOf(person).late.replace('{{time}}', time);
}

/** The day of the event at the place of the person, as an address of the calendar has it. */
export function dayOfReminder(
  { at, kind }: Pick<ToldReminder, 'at' | 'kind'>,
  person: Pick<Person, 'time_zone'>,
) {
  return new Date((kind === 'zoned' ? wallOf(person)(at) : at) * 1000).toISOString().slice(0, 10);
}

function wallOf({ time_zone }: Pick<Person, 'time_zone'>): (moment: number) => number {
  return zoneNamed(time_zone)?.wallOf ?? ((moment) => moment);
}

function dayOf(wall: number): string {
  const day = new Date(wall * 1000).toISOString();
  return `${day.slice(8, 10)}/${day.slice(5, 7)}`;
}

function clockOf(wall: number): string {
  return new Date(wall * 1000).toISOString().slice(11, 16);
}
