import { parseArgs } from 'node:util';
import type { ReadDb } from '../tables.ts';
import { findDomain, readMailboxes } from './accounts.store.ts';
import { AdminError, findMailbox, onlyArgument } from './command.ts';

/** `EMAIL|--domain NAME|--all`, optionally with `--repair`. */
export async function readChosenMailboxes(
  db: ReadDb,
  args: string[],
): Promise<{ mailboxes: { id: number; email: string }[]; all: boolean; repair: boolean }> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      domain: { type: 'string' },
      repair: { type: 'boolean', default: false },
    },
  });
  const { all, domain: name, repair } = values;
  const ways = [all, name !== undefined, positionals.length > 0].filter(Boolean).length;
  if (ways > 1) throw new AdminError('Either EMAIL, --domain NAME or --all');
  if (all) return { mailboxes: await readMailboxes(db), all, repair };
  if (name === undefined)
    return { mailboxes: [await findMailbox(db, onlyArgument(positionals, 'EMAIL'))], all, repair };
  const domain = await findDomain(db, name);
  if (!domain) throw new AdminError(`There is no domain ${name}`);
  return { mailboxes: await readMailboxes(db, domain.id), all, repair };
}
