import { expect, test } from 'vitest';
import { createTestClock } from '../test-kit/test-clock.ts';
import { createProgress } from './progress.ts';

function terminal(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, written, write: (text: string) => written.push(text) };
}

test('progress elsewhere than at a terminal is a line every few seconds', async () => {
  const clock = createTestClock();
  const out = terminal(false);
  const progress = createProgress(clock, out, 10_000, 'messages');
  for (let done = 100; done <= 2_000; done += 100) {
    await clock.advance(500);
    progress.show(done);
  }
  progress.end();
  expect(out.written).toEqual([
    '1000 of 10000 messages (10 %), 200/s, 45 s left\n',
    '2000 of 10000 messages (20 %), 200/s, 40 s left\n',
    '2000 messages in 10 s, 200/s\n',
  ]);
});

test('progress at a terminal is a bar, drawn over itself and gone at the end', async () => {
  const clock = createTestClock();
  const out = terminal(true);
  const progress = createProgress(clock, out, 3, 'messages');
  await clock.advance(1_000);
  progress.show(1);
  progress.show(2);
  progress.end();
  expect(out.written).toHaveLength(3);
  expect(out.written[0]).toContain('██████████░░░░░░░░░░░░░░░░░░░░ 1 of 3 messages (33 %), 1/s, 2 s left');
  expect(out.written[2]).toBe('2 messages in 1 s, 2/s\n');
});
