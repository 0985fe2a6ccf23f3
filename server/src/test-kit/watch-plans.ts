import pg from 'pg';
import { z } from 'zod';
import { SUPERUSER } from '../platform/db/postgres-cluster.ts';
import type { TestServer } from './start-server.ts';

export type RanStatement = {
  text: string;
  /** Pages of 8 KB that it read, from memory or disk. */
  pages: number;
};

const step = z.object({ 'Shared Hit Blocks': z.number(), 'Shared Read Blocks': z.number() });
const explained = z.object({ 'Query Text': z.string(), Plan: step });

const SETTINGS = [
  "session_preload_libraries = 'auto_explain'",
  'auto_explain.log_min_duration = 0',
  'auto_explain.log_analyze = on',
  'auto_explain.log_buffers = on',
  'auto_explain.log_timing = off',
  "auto_explain.log_format = 'json'",
  "client_min_messages = 'log'",
];

type PlanMode = 'auto' | 'force_custom_plan' | 'force_generic_plan';

export type PlanWatch = {
  /** What ran since the last call. */
  ranSince(): RanStatement[];
  /** How statements are planned from now on. */
  plan(mode: PlanMode): Promise<void>;
};

/** Logs PostgreSQL's execution plan of each statement of the server (auto_explain). */
export async function watchPlans({ context }: TestServer): Promise<PlanWatch> {
  const ran: RanStatement[] = [];
  const { pool } = context.database;
  pool.on('connect', (client) => {
    client.on('notice', ({ message }) => {
      const plan = /plan:\s*(\{.*)/s.exec(message ?? '')?.[1];
      if (plan === undefined) return;
      const { 'Query Text': text, Plan } = explained.parse(JSON.parse(plan));
      ran.push({ text, pages: Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'] });
    });
  });
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  const name = rows[0]?.name ?? '';
  await set(SETTINGS);
  return {
    ranSince: () => ran.splice(0),
    plan: (mode) => set([`plan_cache_mode = '${mode}'`]),
  };

  /** Settings for new connections; existing ones are closed. */
  async function set(settings: string[]): Promise<void> {
    const own = new pg.Client({ ...context.pgConfig, user: SUPERUSER });
    await own.connect();
    try {
      for (const setting of settings) await own.query(`alter database ${name} set ${setting}`);
    } finally {
      await own.end();
    }
    while (pool.totalCount > 0) (await pool.connect()).release(true);
  }
}
