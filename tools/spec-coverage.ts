/** Lists the rules that no test cites and fails if one of them has no excuse. */
import { checkCoverage, checkRuleIds, readCitations, readRules } from './rule-ids.ts';
import { readSourceFiles } from './source-files.ts';
import { EXCUSED } from './uncited-rules.ts';

const files = await readSourceFiles('.');
const cited = new Set(readCitations(files).map(({ id }) => id));
const rules = readRules(files).filter(({ dropped }) => !dropped);

const byPrefix = Map.groupBy(rules, ({ id }) => id.split('-')[0] ?? '');
for (const [prefix, ofPrefix] of byPrefix) {
  const missing = ofPrefix.filter(({ id }) => !cited.has(id)).map(({ id }) => id);
  const counts = `${ofPrefix.length - missing.length} of ${ofPrefix.length} cited`.padEnd(16);
  console.log(`${prefix}  ${counts}${missing.length > 0 ? `  no test: ${missing.join(' ')}` : ''}`);
}
const citedCount = rules.filter(({ id }) => cited.has(id)).length;
console.log(`${citedCount} of ${rules.length} rules are cited by a test.`);

const faults = [...checkRuleIds(files), ...checkCoverage(files, EXCUSED)];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
