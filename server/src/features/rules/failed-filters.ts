import type { Filing } from '../../mail/incoming/mail-rules.ts';
import type { Logger } from '../../platform/logger.ts';

/** Logs each failed filter once, however often it failed; returns their ids. */
export function logFailures(log: Logger, mailboxId: number, failures: Filing['failed']): string[] {
  const errors = new Map(failures.map(({ ruleId, error }) => [ruleId, error]));
  for (const [rule, error] of errors)
    log.warn({ mailbox: mailboxId, rule, ...placeOf(error) }, 'filter failed');
  return [...errors.keys()];
}

/** An error message may quote the mail that it failed on. */
function placeOf(error: unknown): { reason: string; stack: string[] } {
  if (!(error instanceof Error)) return { reason: typeof error, stack: [] };
  const stack = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { reason: error.name, stack: stack.map((line) => line.trim()) };
}
