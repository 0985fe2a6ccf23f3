/**
 * A child process that runs jobs, for tests that start several or kill one. Prints `ready`, and `took ID` for
 * each job.
 */
import pg from 'pg';
import { systemClock } from '../clock.ts';
import type { PgConfig } from '../db/pg-config.ts';
import { startJobRunner } from './job-runner.ts';
import { handle } from './task.ts';
import { noteTask, stuckTask } from './test-tasks.ts';

const [config, name] = process.argv.slice(2) as [string, string];
const pgConfig = JSON.parse(config) as PgConfig;
const pool = new pg.Pool({ ...pgConfig, max: 2 });

const runner = startJobRunner({
  pgConfig,
  clock: systemClock,
  log: {
    info: () => undefined,
    warn: complain,
    error: complain,
  },
  handlers: [
    handle(noteTask, async ({ note }) => {
      await pool.query('insert into notes (note, runner) values ($1, $2)', [note, name]);
    }),
    handle(stuckTask, async ({ note }) => {
      say(`took ${note}`);
      await new Promise(() => undefined);
    }),
  ],
  cron: [],
  concurrency: 4,
});
say('ready');

process.on('SIGTERM', () => void stop());

async function stop(): Promise<void> {
  await runner.stop();
  await pool.end();
  process.exit(0);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(fields: object, message: string): void {
  process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
}
