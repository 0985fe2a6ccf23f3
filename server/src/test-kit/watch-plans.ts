import pg from 'pg';
import { z } from 'zod';
import { SUPERUSER } from '../platform/db/postgres-cluster.ts';
import type { TestServer } from './start-server.ts';

export type RanStatement = {
  text: string;
  /** Of all its steps, what the one that looked at the most rows looked at. */
  mostRows: number;
};

type Step = {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Step[];
};

const step: z.ZodType<Step> = z.lazy(() =>
  z.object({
    'Actual Rows': z.number(),
    'Actual Loops': z.number(),
    'Rows Removed by Filter': z.number().optional(),
    'Rows Removed by Join Filter': z.number().optional(),
    Plans: z.array(step).optional(),
  }),
);
const explained = z.object({ 'Query Text': z.string(), Plan: step });

const SETTINGS = [
  "session_preload_libraries = 'auto_explain'",
  'auto_explain.log_min_duration = 0',
  'auto_explain.log_analyze = on',
  'auto_explain.log_timing = off',
  "auto_explain.log_format = 'json'",
  "client_min_messages = 'log'",
];

/** From now on PostgreSQL tells of each statement of the server how it ran it; answers what came since it was asked last. */
export async function watchPlans({ context }: TestServer): Promise<() => RanStatement[]> {
  const ran: RanStatement[] = [];
  const { pool } = context.database;
  pool.on('connect', (client) => {
    client.on('notice', ({ message }) => {
      const plan = /plan:\s*(\{.*)/s.exec(message ?? '')?.[1];
      if (plan === undefined) return;
      const { 'Query Text': text, Plan } = explained.parse(JSON.parse(plan));
      ran.push({ text, mostRows: mostRows(Plan) });
    });
  });
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  const name = rows[0]?.name ?? '';
  const own = new pg.Client({ ...context.pgConfig, user: SUPERUSER });
  await own.connect();
  try {
    for (const setting of SETTINGS) await own.query(`alter database ${name} set ${setting}`);
  } finally {
    await own.end();
  }
  // The settings are of the connections to come.
  while (pool.totalCount > 0) (await pool.connect()).release(true);
  return () => ran.splice(0);
}

function mostRows(plan: Step): number {
  const looked =
    plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Join Filter'] ?? 0);
  return Math.max(looked * plan['Actual Loops'], ...(plan.Plans ?? []).map(mostRows));
}
