/** `npm run check`: all static checks. */
import { runChecks } from './run-checks.ts';

const { passed, failed } = await runChecks();
console.log(`\n${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
