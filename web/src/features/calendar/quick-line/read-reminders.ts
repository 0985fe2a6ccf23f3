import { fold } from '@bocau/contract/fold.ts';
import { numberOf } from './read-lunar.ts';
import type { Line } from './read-spans.ts';

/** How long before the start; days are counted for whole days from the morning. */
export type Reminder = { minutes: number; isOfDays: boolean };

const DAY = 24 * 60;
/** As the server has it: 60 days. */
const FURTHEST = 60 * DAY;
/** When one is reminded of whole days. */
const MORNING = 8 * 60;

const COUNT = String.raw`\d{1,3}|một|hai|ba|bốn|năm|sáu|bảy|tám|chín|mười|nửa|half an|an?|one`;
const UNIT = "phút|p|'|min(?:ute)?s?|tiếng|giờ|h|hours?|hrs?|ngày|days?|tuần|weeks?";
/** `1h30`, `1 tiếng rưỡi`. */
const HALF = String.raw` (?:rưỡi|and a half)|(?<=\d ?(?:h|giờ|tiếng)) ?30(?: ?(?:phút|p))?`;
const LENGTH = `(?:${COUNT})[ -]?(?:${UNIT})(?:${HALF})?`;
const LENGTHS = `(?<lengths>${LENGTH}(?:(?: và |, ?| and )${LENGTH})*)`;
const ONE_LENGTH = new RegExp(fold(`(?<count>${COUNT})[ -]?(?<unit>${UNIT})(?<half>${HALF})?(?![a-z])`), 'g');

/** Others are told something: `nhắc anh Nam`. */
const TELL = '(?:và |nhớ |đặt )?(?:nhắc(?: nhở)?|báo(?: thức)?)(?: (?:tôi|mình|tớ|em))?';
const START = '(?: (?:khi|giờ|lúc|cuộc) (?:họp|hẹn|đi|gặp|bắt đầu))?';
const REMIND =
  '(?:and |set )?(?:with )?(?:an? )?(?:remind(?:er)?|notify|alert|notification):?(?: me| us)?(?: at| for)?';

const REMINDERS = [
  `${TELL} trước${START} ${LENGTHS}`,
  `${TELL} ${LENGTHS} trước${START}`,
  `${REMIND} ${LENGTHS} (?:before(?:hand)?|early|earlier|ahead|in advance)(?: (?:the )?(?:meeting|start))?`,
  `${REMIND} before ${LENGTHS}`,
  `(?:and |with )?(?:an? )?${LENGTHS} (?:reminder|notification|alert)`,
];

/** CL-396: `nhắc trước 15 phút`, `remind me an hour before`; null where nothing of it is said. */
export function readReminders(line: Line): Reminder[] | null {
  for (const source of REMINDERS) {
    const found = line.take(source, ({ groups }) =>
      remindersIn(groups?.lengths).every(({ minutes }) => minutes <= FURTHEST),
    );
    if (found) return remindersIn(found.groups?.lengths);
  }
  return null;
}

/** In minutes before the start. */
export function remindersOf(reminders: Reminder[] | null, isWhole: boolean): number[] | null {
  return reminders?.map(({ minutes, isOfDays }) => minutes - (isWhole && isOfDays ? MORNING : 0)) ?? null;
}

function remindersIn(lengths = ''): Reminder[] {
  return [...fold(lengths).matchAll(ONE_LENGTH)].map(({ groups: { count = '', unit = '', half } = {} }) => {
    const size = sizeOf(unit);
    const many = /^(?:nua|half)/.test(count) ? 0.5 : /^(?:a|an|one)$/.test(count) ? 1 : numberOf(count);
    return { minutes: (many + (half ? 0.5 : 0)) * size, isOfDays: size >= DAY };
  });
}

function sizeOf(unit: string): number {
  if (/^(?:tuan|week)/.test(unit)) return 7 * DAY;
  if (/^(?:ngay|day)/.test(unit)) return DAY;
  return /^(?:t|g|h)/.test(unit) ? 60 : 1;
}
