import { expect, test } from 'vitest';
import { prng } from '../../demo-world/prng.ts';
import { boundOverlaps, isCrowded, MOST_AT_ONCE } from './bound-overlaps.ts';

const HOUR = 3600;
type Time = { at: number; until: number };

/** What the times take, as their union. */
function taken(times: readonly Time[]): Time[] {
  const found: Time[] = [];
  for (const { at, until } of times.toSorted((a, b) => a.at - b.at)) {
    const last = found.at(-1);
    if (last && at <= last.until) last.until = Math.max(last.until, until);
    else found.push({ at, until });
  }
  return found.filter(({ at, until }) => until > at);
}

test('CL-317 of times at random few are at one moment, and they take the same time', () => {
  const random = prng('overlaps');
  for (let run = 0; run < 300; run += 1) {
    const times = Array.from({ length: random.int(1, 60) }, () => {
      const at = random.int(0, 200);
      return { at, until: at + random.int(0, 60) };
    });
    const kept = boundOverlaps(times);
    const most = Math.max(
      ...kept.map(({ at }) => kept.filter((one) => one.at <= at && one.until > at).length),
    );
    // One more, where it alone lasts on.
    expect(most).toBeLessThanOrEqual(MOST_AT_ONCE + 1);
    expect(taken(kept)).toEqual(taken(times));
  }
});

test('CL-317 what does not lie over itself stays as it is', () => {
  const hourly = Array.from({ length: 500 }, (_, nth) => ({ at: nth * HOUR, until: (nth + 1) * HOUR }));
  expect(boundOverlaps(hourly)).toEqual(hourly);
});

test('CL-319 each hour is not too often, and each half of one is', () => {
  const each = (seconds: number) =>
    Array.from({ length: 100 }, (_, nth) => ({ at: nth * seconds, until: nth * seconds + 60 }));
  expect([isCrowded(each(HOUR)), isCrowded(each(HOUR / 2))]).toEqual([false, true]);
});
