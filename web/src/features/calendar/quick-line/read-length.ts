import { CLEAR_LENGTH, IS_LANGUAGE, LENGTH, lengthsIn } from './lengths.ts';
import type { Line } from './read-spans.ts';

/** `trong 2 giờ`, in minutes: without its preposition it would be a time. */
export function readSaidLength(line: Line): number | null {
  return take(line, `(?:trong|for) (${LENGTH})`);
}

/** `trong 30 phút`, `1 tiếng rưỡi`, `for 2 hours`; `2 tiếng Anh` is a language. */
export function readLength(line: Line): number | null {
  return take(line, `(?:trong |for )?(${CLEAR_LENGTH})`);
}

function take(line: Line, source: string): number | null {
  const found = line.take(
    source,
    ({ 1: length = '' }, { after }) => !IS_LANGUAGE.test(after) && lengthsIn(length)[0]?.isOfDays === false,
  );
  return found && (lengthsIn(found[1])[0]?.minutes ?? null);
}
