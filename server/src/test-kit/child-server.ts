import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SYSTEM_PATH } from '../platform/db/postgres-identity.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import { shiftedProcess } from './shifted-time/time-shift.ts';
import { collectingProcess } from './statements/collecting-process.ts';

export type LogLine = { level: number; msg: string; [field: string]: unknown };

/** The program as a separate process. */
export type ChildServer = {
  pid: number;
  httpPort: number;
  smtpPort: number;
  lmtpPort: number;
  submissionPort: number;
  /** 0 without the role imap. */
  imapPort: number;
  baseUrl: string;
  /** Its log so far. */
  lines: LogLine[];
  /** Its last output on standard error. */
  words: string[];
  /** The first matching log line, past or future; rejects when the program exits without it. */
  logged(message: string | RegExp): Promise<LogLine>;
  kill(signal: NodeJS.Signals): void;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Stops it, and waits until it has exited. */
  stop(): Promise<number | null>;
};

export type ChildServerOptions = {
  dataDir: string;
  env?: Record<string, string>;
  /** Wraps the program's command line, as for a namespace around it. */
  inside?: (command: string[]) => string[];
};

type Waiting = { message: string | RegExp; resolve(line: LogLine): void; reject(error: Error): void };

const PROGRAM = join(import.meta.dirname, '..', 'main.ts');
const READY = 'is ready.';
const WORDS_KEPT = 80;

/** Starts the program and waits until it is ready. Its data is in `dataDir`, and it listens on free ports. */
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
      IMAP_PORT: '0',
      POP3_PORT: '0',
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
  // Log and terminal output may arrive in a different order.
  const roles = (env.ROLES ?? 'http,mail,jobs,imap').split(',');
  const http = roles.includes('http') ? await logged('HTTP listening') : undefined;
  const mail = roles.includes('mail') ? await logged('SMTP and LMTP listening') : undefined;
  const submission = roles.includes('mail') ? await logged('submission listening') : undefined;
  const imap = roles.includes('imap') ? await logged('IMAP listening') : undefined;
  const httpPort = Number(http?.port ?? 0);

  return {
    pid: child.pid as number,
    httpPort,
    smtpPort: Number(mail?.smtp ?? 0),
    lmtpPort: Number(mail?.lmtp ?? 0),
    submissionPort: Number(submission?.port ?? 0),
    imapPort: Number(imap?.port ?? 0),
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
