import { IS_LANGUAGE, LENGTH, lengthsIn } from './lengths.ts';
import type { Line } from './read-spans.ts';

const DAY = 24 * 60;
/** As the server has it: 60 days. */
const FURTHEST = 60 * DAY;
/** When one is reminded of whole days. */
const MORNING = 8 * 60;

const LENGTHS = `(?<lengths>${LENGTH}(?:(?: và |, ?| and )${LENGTH})*)`;
const AND = '(?:và |nhớ |đặt )?';
/** Others are told something: `nhắc anh Nam`. */
const ME = '(?: (?:tôi|mình|tớ|em))?';
const TELL = `${AND}(?:nhắc(?: nhở)?|báo(?: thức)?)${ME}`;
const START = '(?: (?:khi|giờ|lúc|cuộc) (?:họp|hẹn|đi|gặp|bắt đầu))?';
const REMIND =
  '(?:and |set )?(?:with )?(?:an? )?(?:remind(?:er)?|notify|alert|notification):?(?: me| us)?(?: at| for)?';

/** `nhắc tôi gọi Lan 9h trước 10 phút`; `trước 2h` is a deadline. */
const APART = `trước (?<lengths>(?:\\d{1,3}|nửa|một) ?(?:phút|p|tiếng|ngày))`;
const TOLD = /(?<!\p{L})(?:nhắc|nhac)(?!\p{L})/iu;

const REMINDERS = [
  `${TELL} trước${START} ${LENGTHS}`,
  `${TELL} ${LENGTHS} trước${START}`,
  `${REMIND} ${LENGTHS} (?:before(?:hand)?|early|earlier|ahead|in advance)(?: (?:the )?(?:meeting|start))?`,
  // `nhắc 2h` may be at two.
  `${AND}nhắc(?: nhở)?${ME} (?<lengths>(?:\\d{1,3}|nửa|một) ?(?:phút|p|tiếng))`,
  `${REMIND} before ${LENGTHS}`,
  `(?:and |with )?(?:an? )?${LENGTHS} (?:reminder|notification|alert)`,
];

/** CL-396: the lengths of `nhắc trước 15 phút` or `remind me an hour before`; null where nothing of it is said. */
export function readReminders(line: Line): string | null {
  for (const source of REMINDERS) {
    const found = line.take(
      source,
      ({ groups }, { after }) =>
        !IS_LANGUAGE.test(after) &&
        lengthsIn(groups?.lengths ?? '').every(({ minutes }) => minutes <= FURTHEST),
    );
    if (found) return found.groups?.lengths ?? null;
  }
  const apart = line.take(APART, (_match, { before }) => TOLD.test(before));
  return apart?.groups?.lengths ?? null;
}

/** In minutes before the start; days before whole days are counted from their morning. */
export function remindersOf(lengths: string | null, isWhole: boolean): number[] | null {
  if (lengths === null) return null;
  return lengthsIn(lengths).map(({ minutes, isOfDays }) => minutes - (isWhole && isOfDays ? MORNING : 0));
}
