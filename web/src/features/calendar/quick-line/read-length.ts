import { IS_LANGUAGE } from './lengths.ts';
import type { Line } from './read-spans.ts';

/** `trong 2 giờ`, in minutes: without its preposition it would be a time. */
export function readSaidLength(line: Line): number | null {
  const found = line.take(
    String.raw`(?:trong|for) (\d{1,2})(?:[.,](5))? ?(?:h|giờ|tiếng|hours?|hrs?)(?: (rưỡi|and a half))?`,
  );
  if (!found) return null;
  return Number(found[1]) * 60 + (found[2] || found[3] ? 30 : 0);
}

/** `trong 30 phút`, `1 tiếng rưỡi`, `for 2 hours`; `2 tiếng Anh` is a language. */
export function readLength(line: Line): number | null {
  if (line.take('(?:trong |for )?(?:nửa tiếng|half an hour|nửa giờ)')) return 30;
  const minutes = line.take(String.raw`(?:trong |for )?(\d{1,3}) ?(?:phút|p|min(?:ute)?s?|')`);
  if (minutes) return Number(minutes[1]);
  const hours = line.take(
    String.raw`(?:trong |for )?(?:(\d{1,2})(?:[.,](5))? ?(?:tiếng|hours?|hrs?)|an? hour)(?: (rưỡi|and a half))?`,
    (_match, { after }) => !IS_LANGUAGE.test(after),
  );
  if (!hours) return null;
  return Number(hours[1] ?? 1) * 60 + (hours[2] || hours[3] ? 30 : 0);
}
