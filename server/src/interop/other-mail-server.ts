import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from './run-daemon.ts';

/** A mail server of somebody else's: it has mailboxes of minhphat.example, and brings mail for saomai.example to us. */
export type OtherMailServer = {
  /** The first message in a mailbox, taken out of it; waits until it has come. */
  takeMail(name: string): Promise<Buffer>;
  /** Sends as a program on that machine does, by `sendmail`. */
  sendmail(args: string[], message: string): Promise<void>;
  stop(): Promise<void>;
};

/** Where it listens, where it brings us mail by SMTP, and what it finds us by where it stands in front of us. */
export type ServerPorts = {
  port: number;
  ourPort: number;
  front: { port: number; lmtpPort: number; socketmapPort: number };
};

export const THEIR_DOMAIN = 'minhphat.example';
export const OUR_DOMAIN = 'saomai.example';
export const THEIR_PEOPLE = ['khach', 'ketoan'];

/** A folder that mail servers, which give up root, may enter. */
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

/** A certificate where those may read it who have given up root. */
export async function copyCertificate(folder: string): Promise<{ cert: string; key: string }> {
  const copied = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  for (const part of ['cert', 'key'] as const) {
    await copyFile(CERTIFICATE[part], copied[part]);
    await chmod(copied[part], 0o644);
  }
  return copied;
}

/** Takes the first message out of a Maildir. */
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

/** Runs a program to its end with something to read. */
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
