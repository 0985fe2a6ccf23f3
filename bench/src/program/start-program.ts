import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startBenchNames } from './bench-names.ts';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

export type Program = {
  pid: number;
  httpPort: number;
  lmtpPort: number | null;
  imapPort: number | null;
  /** Resident set size of the process, in MB. */
  residentMb(): number;
  stop(): Promise<void>;
};

export type ProgramOptions = {
  dataDir: string;
  roles: string;
  /** Null means the embedded database of the data folder. */
  databaseUrl: string | null;
  /** Where Node writes a CPU profile on exit. */
  profileDir: string | null;
};

/** The same flags and environment as with `npm start`. */
const nodeFlags: string[] = JSON.parse(readFileSync(join(root, 'server/node-flags.json'), 'utf8'));
const processEnv: Record<string, string> = JSON.parse(
  readFileSync(join(root, 'server/process-env.json'), 'utf8'),
);

const STARTED_WITHIN_MS = 60_000;
const STOPPED_WITHIN_MS = 15_000;

/** Starts the real program in its own process, on free ports. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  mkdirSync(options.dataDir, { recursive: true });
  const logFile = join(options.dataDir, `program-${options.roles.replaceAll(',', '-')}.log`);
  const log = openSync(logFile, 'w');
  const profiling = options.profileDir ? ['--cpu-prof', `--cpu-prof-dir=${options.profileDir}`] : [];
  const names = await startBenchNames();
  const child = spawn(process.execPath, [...nodeFlags, ...profiling, join(root, 'server/src/main.ts')], {
    cwd: root,
    env: programEnv(options.dataDir, {
      ...processEnv,
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'),
      PORT: '0',
      OPERATIONS_PORT: '0',
      SMTP_PORT: '0',
      LMTP_PORT: '0',
      SUBMISSION_PORT: '0',
      IMAP_PORT: '0',
      MAIL_HOSTNAME: 'mail.bench.example',
      DNS_SERVERS: `127.0.0.1:${names.port}`,
      ROLES: options.roles,
      TRUSTED_PROXIES: '1',
      // Copied mailboxes refer to message sources that were never stored, and in a new world the scrub would
      // look for all of them during the measurement.
      SCRUB_MB_PER_SECOND: '0',
      ...(options.databaseUrl === null ? {} : { DATABASE_URL: options.databaseUrl }),
    }),
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void ended.then(() => names.close());
  const ports = await readPorts(child, logFile, options.roles);
  return {
    pid: child.pid ?? 0,
    ...ports,
    residentMb: () => residentMb(child),
    async stop() {
      child.kill('SIGTERM');
      await Promise.race([ended, sleep(STOPPED_WITHIN_MS, undefined, { ref: false })]);
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        throw new Error(`The program did not stop within ${STOPPED_WITHIN_MS / 1000} s; see ${logFile}`);
      }
    },
  };
}

/** The caller's environment is not inherited, so that the program is measured with its defaults. */
export function programEnv(dataDir: string, more: Record<string, string> = {}): Record<string, string> {
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    TMPDIR: tmpdir(),
    DATA_DIR: dataDir,
    SEED: 'none',
    ...more,
  };
}

async function readPorts(child: ChildProcess, logFile: string, roles: string) {
  const giveUpAt = performance.now() + STARTED_WITHIN_MS;
  while (performance.now() < giveUpAt) {
    const lines = readLog(logFile);
    const httpPort = lines.find((line) => line.msg === 'HTTP listening')?.port;
    const lmtpPort = lines.find((line) => line.msg === 'SMTP and LMTP listening')?.lmtp;
    const imapPort = lines.find((line) => line.msg === 'IMAP listening')?.port;
    const mailListens = lmtpPort !== undefined || !roles.includes('mail');
    const imapListens = imapPort !== undefined || !roles.includes('imap');
    if (httpPort !== undefined && mailListens && imapListens)
      return { httpPort, lmtpPort: lmtpPort ?? null, imapPort: imapPort ?? null };
    if (child.exitCode !== null) break;
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error(`The program did not start:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
}

function readLog(file: string): { msg?: string; port?: number; lmtp?: number }[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
}

function residentMb(child: ChildProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
