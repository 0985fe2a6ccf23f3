import { runLoad } from '../http/run-load.ts';
import { sharedMegabytes } from '../measure/process-memory.ts';
import { type Program, startProgram } from '../program/start-program.ts';
import { openMailbox } from '../world/bench-mailbox.ts';
import { listRequests } from './list-load.ts';
import type { Scenario } from './scenario.ts';

const LOAD_MS = 5_000;
/** The quick run judges only ratios, and memory is not one. */
const QUICK_LOAD_MS = 1_000;

/** Memory of the whole program after all earlier scenarios, and of a process that only serves HTTP. */
export const memory: Scenario = {
  name: 'memory',
  async run({ world, quick }) {
    const { size, email } = world.large;
    const row = (scenario: string, title: string, program: Program) => ({
      scenario,
      title,
      size,
      samples: 1,
      megabytes: program.residentMb(),
    });
    const rows = [
      row('memory', 'resident memory, all roles in one process', world.program),
      {
        scenario: 'memory-all',
        title: 'memory of all processes, the embedded database with them',
        size,
        samples: 1,
        megabytes: sharedMegabytes(world.program.pid, world.dataDir),
      },
    ];
    const program = await startProgram({
      dataDir: world.dataDir,
      roles: 'http',
      databaseUrl: world.databaseUrl,
      profileDir: null,
    });
    try {
      const mailbox = await openMailbox(program.httpPort, email, size);
      const requests = listRequests(mailbox);
      await runLoad({
        port: program.httpPort,
        requests,
        connections: 8,
        ms: quick ? QUICK_LOAD_MS : LOAD_MS,
      });
      rows.push(row('memory-http', 'resident memory, HTTP alone, serving lists', program));
    } finally {
      await program.stop();
    }
    return rows;
  },
};
