/** A child process that uses the PostgreSQL of a folder: prints the server's pid, stops on a line of input. */
import { once } from 'node:events';
import { systemClock } from '../clock.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const [dataDir = ''] = process.argv.slice(2);

const postgres = await startEmbeddedPostgres({
  dataDir,
  clock: systemClock,
  log: quiet,
  settings: { fsync: 'off', shared_buffers: '16MB' },
});
process.stdout.write(`${postgres.pid()}\n`);
await once(process.stdin, 'data');
await postgres.stop();
process.stdout.write('stopped\n');
process.exit();
