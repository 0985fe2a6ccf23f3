import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from './run-daemon.ts';

/** A foreign mail server: it has mailboxes of minhphat.example, and delivers mail for saomai.example to us. */
export type OtherMailServer = {
  /** Removes and returns the first message in a mailbox; waits until it has arrived. */
  takeMail(name: string): Promise<Buffer>;
  /** Sends like a program on that machine, by `sendmail`. */
  sendmail(args: string[], message: string): Promise<void>;
  stop(): Promise<void>;
};

/** Its own port, our SMTP port, and our ports for it as a front server. */
export type ServerPorts = {
  port: number;
  ourPort: number;
  front: { port: number; lmtpPort: number; socketmapPort: number };
};

export const THEIR_DOMAIN = 'minhphat.example';
export const OUR_DOMAIN = 'saomai.example';
export const THEIR_PEOPLE = ['khach', 'ketoan'];

/** A folder accessible to mail servers, which drop root privileges. */
export async function makeOpenFolder(name: string): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), `bocau-${name}-`));
  await chmod(folder, 0o755);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

const CERTIFICATES = join(import.meta.dirname, '../test-kit/certificates');
export const CERTIFICATE = {
  cert: join(CERTIFICATES, 'mail.test.cert.pem'),
  key: join(CERTIFICATES, 'mail.test.key.pem'),
};

/** A copy of the certificate readable without root privileges. */
export async function copyCertificate(folder: string): Promise<{ cert: string; key: string }> {
  const copied = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  for (const part of ['cert', 'key'] as const) {
    await copyFile(CERTIFICATE[part], copied[part]);
    await chmod(copied[part], 0o644);
  }
  return copied;
}

/** Removes and returns the first message of a Maildir. */
export function takeFromMaildir(maildir: string, log: () => Promise<string>): Promise<Buffer> {
  let said = '';
  return waitFor(
    async () => {
      const fresh = join(maildir, 'new');
      const [name] = await readdir(fresh).catch(() => []);
      if (name === undefined) {
        said = await log();
        return null;
      }
      const message = await readFile(join(fresh, name));
      await rm(join(fresh, name));
      return message;
    },
    () => said,
  );
}

/** Runs a program to its end with the given input. */
export async function runWith(
  command: string[],
  env: Record<string, string>,
  input: string,
): Promise<string> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => {
      said += piece.toString();
    });
  }
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${said}`);
  return said;
}
