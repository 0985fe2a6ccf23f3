/**
 * Checks the statements that a run collected: `node check-statements.ts FOLDER everyday|deep|part`. Reviewed
 * entries that neither `npm test` (everyday) nor `npm run test:deep` needed are faults too, so that the list
 * stays short: the first leaves entries that it did not need to the second, which judges them if it ran
 * completely.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describeFaults, judgeFolder } from './run-statements.ts';

const LEFT_TO_DEEP = join(
  import.meta.dirname,
  '../../../../node_modules/.cache/reviewed-statements-left.json',
);

const [folder = '', run = 'part'] = process.argv.slice(2);
const verdict = await judgeFolder(folder);
const { judged, faults } = verdict;
const unused = await needlessOf(verdict.unused);
if (faults.length > 0) process.stdout.write(`${describeFaults(verdict)}\n`);
for (const line of unused)
  process.stdout.write(`reviewed, but no statement of the suite is like it: ${line}\n`);
if (faults.length + unused.length > 0) process.exitCode = 1;
else
  process.stdout.write(
    `${judged} statements ran; each names its mailbox and writes in a transaction, or was reviewed\n`,
  );

async function needlessOf(lines: string[]): Promise<string[]> {
  if (run === 'everyday') {
    await mkdir(dirname(LEFT_TO_DEEP), { recursive: true });
    await writeFile(LEFT_TO_DEEP, JSON.stringify(lines));
  }
  if (run !== 'deep' || !existsSync(LEFT_TO_DEEP)) return [];
  const left: string[] = JSON.parse(await readFile(LEFT_TO_DEEP, 'utf8'));
  return lines.filter((line) => left.includes(line));
}
