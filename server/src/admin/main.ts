import { constants } from 'node:os';
import type { AppContext } from '../context.ts';
import type { Logger } from '../platform/logger.ts';
import { explainError } from './explain-error.ts';
import { runCommand } from './run-command.ts';
import { watchOutput } from './watch-output.ts';

const { stdout: out, stderr: err } = process;
const LEAVE_WITHIN_MS = 8_000;
let leaving = false;
/** The command was interrupted. */
let cutOff = false;
let outputFault: number | null = null;
let openContext: AppContext | null = null;

/** Prints only the requested output; from the log only what an administrator must know. */
const log: Logger = {
  debug() {},
  info() {},
  warn: tell,
  error: tell,
};

function tell(fields: object, message: string): void {
  // Connections that end together with the embedded database are not worth a warning.
  if (leaving) return;
  err.write(`${message} ${JSON.stringify(fields)}\n`);
}

/** The embedded database must not be left running. Completed work is kept; an import resumes later. */
function leave(context: AppContext, code: number): void {
  if (leaving) return;
  leaving = true;
  cutOff = true;
  const exit = () => process.exit(code);
  context.clock.after(LEAVE_WITHIN_MS, exit);
  context.close().then(exit, exit);
}

function leaveOnSignal(context: AppContext): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => leave(context, 128 + constants.signals[signal]));
}

/** A command without a context runs to its end: only it can stop the database that it may have started. */
function leaveWithoutOutput(code: number): void {
  outputFault = code;
  process.exitCode = code;
  if (openContext) leave(openContext, code);
}

watchOutput({ out, err }, leaveWithoutOutput);
const run = {
  ...{ out, err, log },
  onOpened(context: AppContext) {
    openContext = context;
    leaveOnSignal(context);
  },
  onEnded() {
    leaving = true;
  },
};
runCommand(process.argv.slice(2), run).then(
  (code) => {
    process.exitCode = outputFault ?? code;
  },
  (error: Error) => {
    // After an interruption, further failures are only consequences.
    if (cutOff) return;
    err.write(`${explainError(error)}\n`);
    process.exitCode = outputFault ?? 1;
  },
);
