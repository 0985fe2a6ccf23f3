import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { fastFolder } from '../test-kit/global-setup.ts';
import { cleanUp } from './clean-up.ts';
import { ruleKills } from './rule-kills.ts';

/** Five hundred, with more kills, is `npm run soak -- forwarding`. */
test('FW-7 VA-5 forwards, redirects and automatic replies leave once, whatever is killed meanwhile', {
  timeout: 120_000,
}, async () => {
  const dataDir = await mkdtemp(join(fastFolder(), 'bocau-rules-'));
  onTestFinished(() => cleanUp(dataDir));
  const { forwards, redirects, replies, ...figures } = await ruleKills({
    dataDir,
    messages: 40,
    kills: ['both'],
    seed: 'rules',
    clock: systemClock,
  });
  expect(figures).toMatchObject({
    kills: 1,
    refused: [],
    missing: [],
    doubled: [],
    differences: [],
    faults: [],
  });
  for (const { once } of [forwards, redirects, replies]) expect(once).toBeGreaterThan(0);
});
