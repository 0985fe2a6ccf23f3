import type { Readable } from 'node:stream';
import type { Config } from '../config/config.ts';
import type { AppContext } from '../context.ts';
import type { ReadDb } from '../tables.ts';
import { type FoundMailbox, findMailboxByEmail } from './accounts.store.ts';
import type { Terminal } from './progress.ts';

/** A mistake of the operator, or something that they can fix: reported in one line. */
export class AdminError extends Error {
  override name = 'AdminError';
}

export type CommandInput = {
  context: AppContext;
  args: string[];
  /** For requested output. */
  out: Terminal;
  /** For progress and warnings. */
  err: Terminal;
  /** The source of secrets; defaults to the standard input of the process. */
  stdin?: Readable;
};

export type Command = {
  usage: string;
  summary: string;
  /** Returns the exit code. */
  run(input: CommandInput): Promise<number>;
};

/** A command that only needs the configuration, because the program may not even start. */
export type ConfigCommand = {
  usage: string;
  summary: string;
  runWithout(config: Config, out: Terminal, given: { args: string[]; err: Terminal }): Promise<number>;
};

export async function findMailbox(db: ReadDb, email: string): Promise<FoundMailbox> {
  const found = await findMailboxByEmail(db, email);
  if (!found) throw new AdminError(`There is no user ${email}`);
  return found;
}

/** The single positional argument of a command. */
export function onlyArgument(positionals: string[], name: string): string {
  const [value, ...more] = positionals;
  if (value === undefined) throw new AdminError(`${name} is missing`);
  if (more.length > 0) throw new AdminError(`One ${name} at a time: what is '${more[0]}'?`);
  return value;
}
