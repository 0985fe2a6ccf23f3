import { parseArgs } from 'node:util';
import { refuseWithoutInstallation } from '../config/expected-installation.ts';
import { systemClock } from '../platform/clock.ts';
import { silentLogger } from '../platform/logger.ts';
import { findPending, migrateDatabase, reachDatabase, refuseUnfinishedRestore } from '../prepare-database.ts';
import type { ConfigCommand } from './command.ts';

export const migrateCommand: ConfigCommand = {
  usage: 'migrate [--check]',
  summary:
    'Brings the database up to this release beside running processes; --check only lists what is pending, and answers 1 then',
  async runWithout(config, out, { args, err }) {
    const { values } = parseArgs({ args, options: { check: { type: 'boolean', default: false } } });
    refuseWithoutInstallation(config);
    await using opened = new AsyncDisposableStack();
    const pgConfig = await reachDatabase(config, systemClock, silentLogger, opened);
    await refuseUnfinishedRestore(pgConfig, config);
    const { pending } = await findPending(pgConfig);
    if (pending.length === 0) {
      out.write('Nothing is pending.\n');
      return 0;
    }
    if (values.check) {
      out.write(`${pending.join('\n')}\n`);
      return 1;
    }
    await migrateDatabase(pgConfig, config, {
      onBegin: ({ name }, place, of) => err.write(`${place} of ${of}: ${name}\n`),
      onRetry: (name, attempt) =>
        err.write(`${name}: a table is in use; writers go first, attempt ${attempt + 1} follows\n`),
    });
    out.write(`Applied ${pending.join(', ')}.\n`);
    return 0;
  },
};
