import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CollectedStatement } from './collect-statements.ts';
import { STATEMENTS_FOLDER } from './collecting-process.ts';
import type { Schema } from './find-unscoped.ts';
import { judgeStatements, type Verdict } from './judge-statements.ts';
import { reviewedStatements } from './reviewed-statements.ts';

const SCHEMA_FILE = 'schema.json';

/**
 * Collects the statements of this run's processes; the result checks them. If a folder is given, the run is
 * part of a larger one, whose starter checks the whole.
 */
export async function collectStatements(schema: Schema): Promise<() => Promise<void>> {
  const given = process.env[STATEMENTS_FOLDER];
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'bocau-statements-')));
  process.env[STATEMENTS_FOLDER] = folder;
  const plain = { columns: [...schema.columns], mailTables: [...schema.mailTables] };
  await writeFile(join(folder, SCHEMA_FILE), JSON.stringify(plain));
  return async () => {
    if (given !== undefined) return;
    const verdict = await judgeFolder(folder);
    await rm(folder, { recursive: true });
    if (verdict.faults.length > 0) throw new Error(describeFaults(verdict));
  };
}

/** Checks what the processes of a run collected in this folder. */
export async function judgeFolder(folder: string): Promise<Verdict> {
  const { columns, mailTables } = JSON.parse(await readFile(join(folder, SCHEMA_FILE), 'utf8'));
  const schema = { columns: new Map(columns), mailTables: new Set(mailTables) } as Schema;
  const lines = new Set<string>();
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.jsonl')) continue;
    for (const line of (await readFile(join(folder, name), 'utf8')).split('\n'))
      if (line !== '') lines.add(line);
  }
  const collected = [...lines].map((line) => JSON.parse(line) as CollectedStatement);
  return judgeStatements(collected, schema, reviewedStatements);
}

export function describeFaults({ judged, faults }: Verdict): string {
  return [
    `of ${judged} statements that ran, these are wrong; mend them, or review them in reviewed-statements.ts:`,
    ...faults.map((fault) => `  ${fault}`),
  ].join('\n');
}
