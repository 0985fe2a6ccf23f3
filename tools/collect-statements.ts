import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from './run-program.ts';
import type { Counts } from './test-counts.ts';

/** Has every program of the suite that is run from now on write down its statements; `judge` ends it and judges them. */
export async function collectStatements(): Promise<{ judge(): Promise<Counts> }> {
  const folder = await mkdtemp(join(tmpdir(), 'statements-'));
  process.env.STATEMENTS_FOLDER = folder;
  return {
    async judge() {
      delete process.env.STATEMENTS_FOLDER;
      const { code } = await runProgram(
        ['server/src/test-kit/statements/check-statements.ts', folder],
        'show',
      );
      await rm(folder, { recursive: true });
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
    },
  };
}
