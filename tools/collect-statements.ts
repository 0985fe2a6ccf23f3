import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from './run-program.ts';
import type { Counts } from './test-counts.ts';
import { countsOf } from './test-parts.ts';

/** `everyday`: `npm test`; `deep`: all of `npm run test:deep`; `part`: a subset. */
type Run = 'everyday' | 'deep' | 'part';

/**
 * Makes every program started by the suite from now on record its SQL statements; `judge` stops the recording
 * and checks them.
 */
export async function collectStatements(): Promise<{ judge(run: Run): Promise<Counts> }> {
  const folder = await mkdtemp(join(tmpdir(), 'statements-'));
  process.env.STATEMENTS_FOLDER = folder;
  return {
    async judge(run) {
      delete process.env.STATEMENTS_FOLDER;
      const { code } = await runProgram(
        ['server/src/test-kit/statements/check-statements.ts', folder, run],
        'show',
      );
      await rm(folder, { recursive: true });
      return countsOf(code);
    },
  };
}
