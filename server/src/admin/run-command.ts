import { readConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { refuseWithoutInstallation } from '../config/expected-installation.ts';
import { type AppContext, createContext } from '../context.ts';
import type { Logger } from '../platform/logger.ts';
import { AdminError, type Command, type ConfigCommand } from './command.ts';
import { commands } from './commands.ts';
import type { Terminal } from './progress.ts';

type CommandRun = {
  /** Without it the environment of this process. */
  env?: NodeJS.ProcessEnv;
  out: Terminal;
  err: Terminal;
  log: Logger;
  /** The command has a context now, which is closed when it ends. */
  onOpened(context: AppContext): void;
  onEnded(): void;
};

/** Runs what is written after `npm run admin --`, and returns the exit code. */
export async function runCommand(words: string[], run: CommandRun): Promise<number> {
  const { out, err } = run;
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
  const config = { ...readConfig(readEnv(run.env)), roles: new Set<never>() };
  if ('runWithout' in command) {
    return command.runWithout(config, out, { args, err }).catch((error: unknown) => {
      throw asUsageError(error, command);
    });
  }
  refuseWithoutInstallation(config);
  const context = await createContext(config, { log: run.log, existing: true });
  run.onOpened(context);
  try {
    return await command.run({ context, args, out, err });
  } catch (error) {
    throw asUsageError(error, command);
  } finally {
    run.onEnded();
    await context.close();
  }
}

function asUsageError(error: unknown, { usage: line }: Pick<Command, 'usage'>): unknown {
  const { code, message } = error as { code?: string; message: string };
  if (!code?.startsWith('ERR_PARSE_ARGS')) return error;
  return new AdminError(`${message.split('. ')[0]}. It goes: ${line}`, { cause: error });
}

function usage(): string {
  const lines = Object.values(commands).map((command) => `  ${command.usage}\n      ${command.summary}\n`);
  return `npm run admin -- COMMAND\n\n${lines.join('')}`;
}
