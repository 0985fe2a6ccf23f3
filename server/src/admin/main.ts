import { readConfig } from '../config/config.ts';
import { EnvError, readEnv } from '../config/env.ts';
import { createContext } from '../context.ts';
import type { Logger } from '../platform/logger.ts';
import { addDomain } from './add-domain.ts';
import { addUser } from './add-user.ts';
import { AdminError, type Command, type ConfigCommand } from './command.ts';
import { doctor } from './doctor.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { setUser } from './set-user.ts';

const commands: Record<string, Command | ConfigCommand> = {
  'domain add': addDomain,
  'user add': addUser,
  'user set': setUser,
  import: importCommand,
  export: exportCommand,
  doctor,
};

const { stdout: out, stderr: err } = process;
let leaving = false;

/** What was asked for is printed; of the log only what an administrator must know. */
const log: Logger = {
  debug() {},
  info() {},
  warn: tell,
  error: tell,
};

function tell(fields: object, message: string): void {
  // Connections that end together with the embedded database are no news.
  if (leaving) return;
  err.write(`${message} ${JSON.stringify(fields)}\n`);
}

async function main(words: string[]): Promise<number> {
  if (words.length === 0 || ['help', '--help', '-h'].includes(words[0] as string)) {
    out.write(usage());
    return words.length === 0 ? 2 : 0;
  }
  const name = [words.slice(0, 2).join(' '), words[0] as string].find((known) =>
    Object.hasOwn(commands, known),
  );
  if (name === undefined) {
    err.write(`There is no command '${words.slice(0, 2).join(' ')}'.\n\n${usage()}`);
    return 2;
  }
  const command = commands[name] as Command | ConfigCommand;
  const args = words.slice(name.split(' ').length);
  if (args.includes('--help')) {
    out.write(`npm run admin -- ${command.usage}\n\n${command.summary}.\n`);
    return 0;
  }
  const config = { ...readConfig(readEnv()), roles: new Set<never>() };
  if ('runWithout' in command) return command.runWithout(config, out);
  const context = await createContext(config, { log });
  try {
    return await command.run({ context, args, out, err });
  } catch (error) {
    throw asUsageError(error, command);
  } finally {
    leaving = true;
    await context.close();
  }
}

function asUsageError(error: unknown, { usage: line }: Command): unknown {
  const { code, message } = error as { code?: string; message: string };
  if (!code?.startsWith('ERR_PARSE_ARGS')) return error;
  return new AdminError(`${message.split('. ')[0]}. It goes: ${line}`, { cause: error });
}

function usage(): string {
  const lines = Object.values(commands).map((command) => `  ${command.usage}\n      ${command.summary}\n`);
  return `npm run admin -- COMMAND\n\n${lines.join('')}`;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    if (error instanceof EnvError) err.write(`Configuration: ${error.message}\n`);
    else if (error instanceof AdminError) err.write(`${error.message}\n`);
    else err.write(`${error.stack ?? error.message}\n`);
    process.exitCode = 1;
  },
);
