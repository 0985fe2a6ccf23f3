import type { Readable } from 'node:stream';
import type { Config } from '../config/config.ts';
import type { AppContext } from '../context.ts';
import type { ReadDb } from '../tables.ts';
import { type FoundMailbox, findMailboxByEmail } from './accounts.store.ts';
import type { Terminal } from './progress.ts';

/** What the person at the terminal did wrong, or can do something about: told in one line. */
export class AdminError extends Error {
  override name = 'AdminError';
}

export type CommandInput = {
  context: AppContext;
  args: string[];
  /** For what was asked for. */
  out: Terminal;
  /** For what is told besides: progress, warnings. */
  err: Terminal;
  /** Where a secret is read from; the standard input of the process unless given. */
  stdin?: Readable;
};

export type Command = {
  usage: string;
  summary: string;
  /** The exit code. */
  run(input: CommandInput): Promise<number>;
};

/** A command that looks at a program that may not even start. */
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

/** The one thing that a command is about, given without an option before it. */
export function onlyArgument(positionals: string[], name: string): string {
  const [value, ...more] = positionals;
  if (value === undefined) throw new AdminError(`${name} is missing`);
  if (more.length > 0) throw new AdminError(`One ${name} at a time: what is '${more[0]}'?`);
  return value;
}
