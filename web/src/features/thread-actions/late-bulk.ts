import { loadLaterWords } from '../../i18n/i18n.ts';
import { reportPartFailed } from '../../ui/lazy-part.tsx';

type Bulk = typeof import('./run-bulk.ts');

/** Server jobs over whole lists, whose code nobody needs to see the first one; null where it can't be loaded. */
export async function withBulk<T>(run: (bulk: Bulk) => Promise<T>): Promise<T | null> {
  const loaded = await Promise.all([import('./run-bulk.ts'), loadLaterWords()]).catch(reportPartFailed);
  return loaded ? run(loaded[0]) : null;
}
