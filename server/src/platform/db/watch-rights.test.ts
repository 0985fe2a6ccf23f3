import { expect, test } from 'vitest';
import { createTestClock } from '../../test-kit/test-clock.ts';
import { silentLogger } from '../logger.ts';
import type { Listener } from './listen.ts';
import { watchRights } from './watch-rights.ts';

type Open = { name: string; close(): void };

test('AU-6 closes once what several looks at the same time find to have ended', async () => {
  const clock = createTestClock();
  let announce: (payload: string) => void = () => undefined;
  const listener: Listener = {
    listen: async (_channel, heard) => {
      announce = heard;
    },
    onReconnect: () => undefined,
    close: async () => undefined,
  };
  const answers: (() => void)[] = [];
  const rights = await watchRights<Open>(
    { clock, listener, log: silentLogger },
    {
      ...{ channel: 'rights', isMeant: () => () => true, atOnce: 10, failed: 'not looked' },
      findEnded: (some) => new Promise((resolve) => answers.push(() => resolve(some))),
    },
  );
  const closed: string[] = [];
  rights.watch({ name: 'ended', close: () => closed.push('ended') });
  announce('');
  await clock.advance(5_000);
  expect(answers).toHaveLength(3);
  for (const answer of answers) answer();
  await clock.advance(0);
  await clock.advance(60_000);
  expect(closed).toEqual(['ended']);
  expect(answers).toHaveLength(3);
  rights.stop();
});
