/** `npm run check`: all that can be said about the code without running it. */
import { runChecks } from './run-checks.ts';

const { passed, failed } = await runChecks();
console.log(`\n${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
