import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SYSTEM_PATH } from '../platform/db/postgres-identity.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import { shiftedProcess } from './shifted-time/time-shift.ts';
import { collectingProcess } from './statements/collecting-process.ts';

export type LogLine = { level: number; msg: string; [field: string]: unknown };

/** The program as a process of its own. */
export type ChildServer = {
  pid: number;
  httpPort: number;
  smtpPort: number;
  lmtpPort: number;
  submissionPort: number;
  baseUrl: string;
  /** What it logged so far. */
  lines: LogLine[];
  /** The last of what it said on standard error. */
  words: string[];
  /** The first line, past or to come, that says this; rejects when the program ends without it. */
  logged(message: string | RegExp): Promise<LogLine>;
  kill(signal: NodeJS.Signals): void;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Asks it to stop, and waits until it has. */
  stop(): Promise<number | null>;
};

export type ChildServerOptions = {
  dataDir: string;
  env?: Record<string, string>;
  /** Makes the command line that runs the program's own, as for a namespace around it. */
  inside?: (command: string[]) => string[];
};

type Waiting = { message: string | RegExp; resolve(line: LogLine): void; reject(error: Error): void };

const PROGRAM = join(import.meta.dirname, '..', 'main.ts');
const READY = 'is ready.';
const WORDS_KEPT = 80;

/** Starts the program and waits until it is ready. It keeps its data in `dataDir` and listens on any free ports. */
export async function startChildServer(options: ChildServerOptions): Promise<ChildServer> {
  const { dataDir, env = {}, inside = (command: string[]) => command } = options;
  const collector = collectingProcess();
  const shifted = shiftedProcess();
  const [command = '', ...args] = inside([process.execPath, ...shifted.args, ...collector.args, PROGRAM]);
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: SYSTEM_PATH,
      ...COMPILE_CACHE,
      DATA_DIR: dataDir,
      SEED: 'none',
      PHONE_SMS_URL: 'inbox',
      PORT: '0',
      OPERATIONS_PORT: '0',
      SMTP_PORT: '0',
      LMTP_PORT: '0',
      SUBMISSION_PORT: '0',
      MAIL_HOSTNAME: 'mail.saomai.example',
      ...collector.env,
      ...shifted.env,
      ...env,
    },
  });
  const lines: LogLine[] = [];
  const words: string[] = [];
  let waiting: Waiting[] = [];
  let announceReady: () => void;
  const ready = new Promise<void>((resolve) => {
    announceReady = resolve;
  });

  createInterface({ input: child.stderr }).on('line', (text) => keepWords(text));
  createInterface({ input: child.stdout }).on('line', (text) => {
    if (text.includes(READY)) announceReady();
    if (!text.startsWith('{')) return;
    const line = JSON.parse(text) as LogLine;
    lines.push(line);
    for (const waiter of waiting.filter(({ message }) => says(line, message))) waiter.resolve(line);
    waiting = waiting.filter(({ message }) => !says(line, message));
  });

  function keepWords(text: string): void {
    words.push(text);
    if (words.length > WORDS_KEPT) words.shift();
  }

  const exited = once(child, 'close').then(([code, signal]) => {
    for (const { message, reject } of waiting)
      reject(new Error(`the program ended and never said ${message}: ${words.join('\n')}`));
    return { code, signal } as { code: number | null; signal: NodeJS.Signals | null };
  });

  function logged(message: string | RegExp): Promise<LogLine> {
    const line = lines.find((candidate) => says(candidate, message));
    if (line) return Promise.resolve(line);
    return new Promise((resolve, reject) => waiting.push({ message, resolve, reject }));
  }

  await Promise.race([
    ready,
    exited.then(({ code, signal }) => {
      const last = [...lines.slice(-3).map((line) => JSON.stringify(line)), ...words].join('\n');
      throw new Error(`the program did not start (code ${code}, signal ${signal}): ${last}`);
    }),
  ]);
  // What it logs and what it tells the terminal need not come in the order in which they were said.
  const roles = (env.ROLES ?? 'http,mail,jobs').split(',');
  const http = roles.includes('http') ? await logged('HTTP listening') : undefined;
  const mail = roles.includes('mail') ? await logged('SMTP and LMTP listening') : undefined;
  const submission = roles.includes('mail') ? await logged('submission listening') : undefined;
  const httpPort = Number(http?.port ?? 0);

  return {
    pid: child.pid as number,
    httpPort,
    smtpPort: Number(mail?.smtp ?? 0),
    lmtpPort: Number(mail?.lmtp ?? 0),
    submissionPort: Number(submission?.port ?? 0),
    baseUrl: `http://127.0.0.1:${httpPort}`,
    lines,
    words,
    logged,
    kill: (signal) => void child.kill(signal),
    exited,
    async stop() {
      child.kill('SIGTERM');
      return (await exited).code;
    },
  };
}

function says(line: LogLine, message: string | RegExp): boolean {
  return typeof message === 'string' ? line.msg === message : message.test(line.msg);
}
