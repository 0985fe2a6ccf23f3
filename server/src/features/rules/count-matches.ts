import { roleOf } from '@bocau/contract/folder-roles.ts';
import { type FilterRule, isFilter } from '@bocau/contract/rule-definitions.ts';
import { readFolders } from '../../mail/folders/folders.store.ts';
import type { Clock } from '../../platform/clock.ts';
import { invalidInput } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';
import { readDefinition } from './read-definition.ts';
import { ABOVE_ALL, isUnfiltered, storedFilter } from './stored-filter.ts';

export type MatchCount = { count: number; complete: boolean; everything: boolean };

/** A larger number gives the author of a filter no further information. */
const COUNTED = 1_000;
const READ_AT_ONCE = 500;
/** However large the mailbox is. Bodies are read from outside the rows, and their HTML is stripped. */
const READ_AT_MOST = 10_000;
const BODIES_AT_MOST = 1_500;
const MOST_MS = 400;

/** How many of the newest messages a filter would match, with limits of time and reads. */
export async function countMatches(
  { db, clock }: { db: ReadDb; clock: Clock },
  mailboxId: number,
  sieveJson: string,
): Promise<MatchCount> {
  const filter = storedFilter(filterIn(sieveJson), '');
  const folders = (await readFolders(db, mailboxId)).filter((folder) => {
    const role = roleOf(folder.role);
    return role !== null && isUnfiltered(role);
  });
  const within = { notIn: folders.map(({ id }) => id) };
  const most = filter.readsBodies ? BODIES_AT_MOST : READ_AT_MOST;
  const ends = clock.now() + MOST_MS;
  let [count, read, walked] = [0, 0, 0];
  let below: string | null = ABOVE_ALL;
  while (below !== null && walked < most && count < COUNTED && clock.now() < ends) {
    const found = await filter.next(db, mailboxId, {
      ...{ within, below, limit: READ_AT_ONCE },
    });
    const [failure] = found.failed;
    if (failure) throw failure.error;
    count += found.ids.length;
    read += found.read;
    walked += READ_AT_ONCE;
    below = found.reached;
  }
  return { count, complete: below === null, everything: read > 0 && count === read };
}

function filterIn(sieveJson: string): FilterRule {
  const definition = readDefinition(sieveJson);
  if (isFilter(definition)) return definition;
  const problem = 'is no filter';
  throw invalidInput(`sieve_json ${problem}`, { field: 'sieve_json', problem, rule: 'invalid' });
}
