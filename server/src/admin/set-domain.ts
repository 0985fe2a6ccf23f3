import { parseArgs } from 'node:util';
import { inTransaction } from '../platform/db/database.ts';
import { type DomainChanges, updateDomain } from './accounts.store.ts';
import { AdminError, type Command } from './command.ts';
import { readBoolean, readPair } from './read-values.ts';

const KEYS = ['recall_seconds', 'recall_read', 'require_two_step', 'sms_codes'] as const;
const HOUR = 3600;
const DAY = 24 * HOUR;
/** RE-5: the product has words for these. */
const RECALL_SECONDS = [HOUR / 2, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY, 30 * DAY];

export const setDomain: Command = {
  usage: 'domain set NAME KEY=VALUE…',
  summary:
    `DomainChanges a domain at once. recall_seconds, how long after sending its people may recall a mail: one of ` +
    `${RECALL_SECONDS.join(', ')}. recall_read=0 leaves recipients what they have read. ` +
    'require_two_step=on lets its people do nothing before they have set up two-step sign-in. ' +
    'sms_codes=on lets them use codes by SMS or call as the second step of a sign-in',
  async run({ context, args, out }) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const [given, ...pairs] = positionals;
    if (given === undefined) throw new AdminError('NAME is missing');
    const name = given.toLowerCase();
    if (pairs.length === 0) throw new AdminError(`KEY=VALUE is missing; KEY is one of ${KEYS.join(', ')}`);
    const changes: DomainChanges = {};
    for (const pair of pairs) {
      const [key, value] = readPair(KEYS, pair);
      if (key === 'recall_seconds') changes.recall_seconds = readRecallSeconds(value);
      else changes[key] = readBoolean(key, value);
    }
    const found = await inTransaction(context.db, (tx) => updateDomain(tx, name, changes));
    if (!found) throw new AdminError(`There is no domain ${name}`);
    out.write(`Changed ${Object.keys(changes).join(', ')} of ${name}.\n`);
    return 0;
  },
};

function readRecallSeconds(text: string): number {
  const seconds = RECALL_SECONDS.find((known) => String(known) === text);
  if (seconds !== undefined) return seconds;
  throw new AdminError(`recall_seconds is one of ${RECALL_SECONDS.join(', ')}, not '${text}'`);
}
