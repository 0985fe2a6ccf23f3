/** One process that works on jobs, for tests that start several or kill one. Says `ready`, and `took ID` for each job. */
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
    warn: (fields, message) => console.error(message, fields),
    error: (fields, message) => console.error(message, fields),
  },
  handlers: [
    handle(noteTask, async ({ note }) => {
      await pool.query('insert into notes (note, runner) values ($1, $2)', [note, name]);
    }),
    handle(stuckTask, async ({ note }) => {
      console.log(`took ${note}`);
      await new Promise(() => undefined);
    }),
  ],
  cron: [],
  concurrency: 4,
});
console.log('ready');

process.on('SIGTERM', () => {
  runner
    .stop()
    .then(() => pool.end())
    .then(() => process.exit(0));
});
