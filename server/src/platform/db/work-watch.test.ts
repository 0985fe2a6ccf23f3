import { expect, test } from 'vitest';
import { createTestClock } from '../../test-kit/test-clock.ts';
import { createWorkWatch } from './work-watch.ts';

test('a second of questions about sessions is one question, however many they are', async () => {
  const clock = createTestClock();
  const asked: number[][] = [];
  const works = createWorkWatch(clock, async (sessions) => {
    asked.push(sessions);
    return new Set(sessions.filter((session) => session % 2 === 1));
  });
  expect(await works(1)).toBe(true);
  const many = Promise.all([2, 3, 4, 5].map((session) => works(session)));
  await clock.advance(1_000);
  expect(await many).toEqual([false, true, false, true]);
  await clock.advance(10_000);
  expect(await works(6)).toBe(false);
  expect(asked).toEqual([[1], [2, 3, 4, 5], [6]]);
});

test('a question that fails fails for all, and the next is asked all the same', async () => {
  const clock = createTestClock();
  let away = true;
  const works = createWorkWatch(clock, async (sessions) => {
    if (away) throw new Error('away');
    return new Set(sessions);
  });
  await expect(works(1)).rejects.toThrow('away');
  away = false;
  await clock.advance(1_000);
  expect(await works(1)).toBe(true);
});
