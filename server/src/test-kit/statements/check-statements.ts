/**
 * Judges the statements that a run of the whole suite collected: `node check-statements.ts FOLDER`. Lines of the review
 * that nothing needed are faults too, so that the list stays short.
 */
import { describeFaults, judgeFolder } from './run-statements.ts';

const verdict = await judgeFolder(process.argv[2] ?? '');
const { judged, faults, unused } = verdict;
if (faults.length > 0) process.stdout.write(`${describeFaults(verdict)}\n`);
for (const line of unused)
  process.stdout.write(`reviewed, but no statement of the suite is like it: ${line}\n`);
if (faults.length + unused.length > 0) process.exitCode = 1;
else
  process.stdout.write(
    `${judged} statements ran; each names its mailbox and writes in a transaction, or was reviewed\n`,
  );
