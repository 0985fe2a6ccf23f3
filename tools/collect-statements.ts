import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from './run-program.ts';
import type { Counts } from './test-counts.ts';
import { countsOf } from './test-parts.ts';

/** `everyday`: `npm test`; `deep`: all of `npm run test:deep`; `part`: less. */
type Run = 'everyday' | 'deep' | 'part';

/** Has every program of the suite that is run from now on write down its statements; `judge` ends it and judges them. */
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
