import { parseArgs } from 'node:util';
import { LOST_AFTER_SECONDS, PROCESS_ASKED } from '../features/processes/heartbeat.ts';
import { askToDrain, readProcesses } from '../features/processes/processes.store.ts';
import { unixSeconds } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/database.ts';
import { notify } from '../platform/db/notify.ts';
import { AdminError, type Command, onlyArgument } from './command.ts';

const LOOK_EVERY_MS = 500;

export const drainCommand: Command = {
  usage: 'drain INSTANCE [--wait]',
  summary:
    'Takes one process out: it takes no new work, finishes what it began, and ends; --wait answers when it has. `status` names them',
  async run({ context, args, out }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { wait: { type: 'boolean', default: false } },
    });
    const id = onlyArgument(positionals, 'INSTANCE');
    const { db, clock } = context;
    const known = await inTransaction(db, async (tx) => {
      await notify(tx, PROCESS_ASKED, id);
      return askToDrain(tx, id, unixSeconds(clock));
    });
    if (!known) throw new AdminError(`There is no process ${id}; 'status' lists them`);
    if (!values.wait) {
      out.write(
        `${id} drains: it ends once the mail and the jobs that it has begun are finished, in ten minutes at most.\n`,
      );
      return 0;
    }
    for (;;) {
      const row = (await readProcesses(db)).find((one) => one.id === id);
      if (!row) break;
      const silent = unixSeconds(clock) - row.seen_at;
      if (silent > LOST_AFTER_SECONDS)
        throw new AdminError(`${id} was last seen ${silent} s ago: it ended without saying so, or hangs`);
      await clock.sleep(LOOK_EVERY_MS);
    }
    out.write(`${id} has ended.\n`);
    return 0;
  },
};
