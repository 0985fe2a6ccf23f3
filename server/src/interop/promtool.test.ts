import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { monitoringExpressions, PROMETHEUS } from '../test-kit/monitoring-files.ts';
import { findPromtool } from './debian-programs.ts';

const promtool = findPromtool();

describe.skipIf(promtool === null)('promtool of Debian', () => {
  function check(...args: string[]): { status: number | null; told: string } {
    const { status, stdout, stderr } = spawnSync(promtool as string, args, {
      encoding: 'utf8',
      cwd: PROMETHEUS,
    });
    return { status, told: stdout + stderr };
  }

  test('reads the rules, and finds that they fire when they should', () => {
    expect(check('check', 'rules', 'alerts.yml')).toMatchObject({ status: 0 });
    expect(check('test', 'rules', 'alerts.test.yml')).toMatchObject({
      status: 0,
      told: expect.stringContaining('SUCCESS'),
    });
  });

  test('reads the expressions of the dashboard', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bocau-rules-'));
    const rules = (await monitoringExpressions()).map((expression, at) => ({
      record: `drawn:${at}`,
      expr: expression.replaceAll('$__rate_interval', '5m'),
    }));
    const file = join(folder, 'drawn.json');
    await writeFile(file, JSON.stringify({ groups: [{ name: 'drawn', rules }] }));
    expect(check('check', 'rules', file)).toMatchObject({ status: 0 });
    await rm(folder, { recursive: true });
  });
});
