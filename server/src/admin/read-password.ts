import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReadStream } from 'node:tty';
import { AdminError } from './command.ts';
import type { Terminal } from './progress.ts';

const END = ['\r', '\n', '\u0004'];
const ERASE = ['\u007f', '\b'];
const INTERRUPT = '\u0003';

/** `-` is the standard input: arguments are visible in the shell's history and in the process list. */
export async function givenPassword(given: string, stdin: Readable = process.stdin): Promise<string> {
  const password = given === '-' ? await readPassword(stdin, process.stderr, 'Password: ') : given;
  if (password === '') throw new AdminError('A password can not be empty');
  return password;
}

/** The first line of standard input; on a terminal, prompts without echo. */
export async function readPassword(stdin: Readable, err: Terminal, question: string): Promise<string> {
  const terminal = stdin as ReadStream;
  const password = terminal.isTTY
    ? await typedPassword(terminal, err, question)
    : ((await text(stdin)).split(/\r?\n/, 1)[0] as string);
  if (password === '') throw new AdminError('There was no password on standard input');
  return password;
}

async function typedPassword(terminal: ReadStream, err: Terminal, question: string): Promise<string> {
  err.write(question);
  terminal.setRawMode(true);
  terminal.setEncoding('utf8');
  try {
    let typed: string[] = [];
    for await (const piece of terminal) {
      for (const sign of piece as string) {
        if (sign === INTERRUPT) throw new AdminError('Stopped');
        if (END.includes(sign)) return typed.join('');
        typed = ERASE.includes(sign) ? typed.slice(0, -1) : [...typed, sign];
      }
    }
    return typed.join('');
  } finally {
    terminal.setRawMode(false);
    err.write('\n');
  }
}
