import { createImportTurns } from '../../platform/import-turns.ts';
import { createBoundedQueue, createSemaphore } from '../../platform/semaphore.ts';

/** Who leaves out row after row has a check after each. */
const CHECKS_WAITING = 16;
/** Of all people. Each has one turn at a time, so that no more wait than there are people. */
const CHECKS_AT_ONCE = 2;
const TABLES_AT_ONCE = 2;

export type TableTurns = {
  /** Work that looks at every row of a table. */
  check<Result>(person: number, work: () => Promise<Result>): Promise<Result>;
  /** A table is taken, however long its client needs, and then kept. */
  make<Given, Result>(
    person: number,
    take: () => Promise<Given>,
    keep: (given: Given) => Promise<Result>,
  ): Promise<Result>;
};

/** MM-25: one check of a person and one of their tables at a time, of all people a few; too many are refused. */
export function createTableTurns(): TableTurns {
  const checksOf = createSemaphore(1, CHECKS_WAITING);
  const tableOf = createImportTurns();
  const checks = createBoundedQueue(CHECKS_AT_ONCE);
  const tables = createBoundedQueue(TABLES_AT_ONCE);
  return {
    async check(person, work) {
      const release = await checksOf.take(person);
      return checks(work).finally(release);
    },
    make: (person, take, keep) =>
      tableOf(person, async () => {
        const given = await take();
        return tables(() => keep(given));
      }),
  };
}
