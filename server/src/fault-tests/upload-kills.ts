import { createCipheriv, createHash } from 'node:crypto';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { sql } from 'kysely';
import { Upload } from 'tus-js-client';
import { prng } from '../demo-world/prng.ts';
import { hashPassword } from '../features/session/passwords.ts';
import { systemClock } from '../platform/clock.ts';
import { kyselyOf } from '../platform/db/kysely-of.ts';
import { type ChildServer, startChildServer } from '../test-kit/child-server.ts';

import { signedInClient } from '../test-kit/signed-in-client.ts';
import { backendPid, postmasterPid } from './killed-server.ts';
import { DOMAIN, openParts, preparePeople } from './prepare-people.ts';
import { findUploadDamage, type SentFile } from './upload-verdict.ts';

type UploadKills = {
  dataDir: string;
  env: Record<string, string>;
  uploads: number;
  seed: string;
  isStopped(): boolean;
};

type UploadFigures = {
  files: number;
  megabytes: number;
  strikes: Record<string, number>;
  faults: string[];
};

const MB = 1024 ** 2;
const EMAIL = `p0@${DOMAIN}`;
const PASSWORD = 'BoCau@2026';
const LANES = 2;
const MOST_STARTS = 10;
const LARGEST_MB = 200;
const KILLS = ['program', 'other program', 'postmaster', 'backend', 'client', 'client'] as const;

/**
 * Uploads files of 1 to 200 MB through two programs on one database while one of these, PostgreSQL or the
 * client is killed repeatedly; then expires uploads and collects blobs as after days, and checks what is
 * left.
 */
export async function uploadKills(run: UploadKills): Promise<UploadFigures> {
  const { dataDir, env, seed } = run;
  const random = prng(seed);
  const prepared = await openParts(dataDir, env);
  const mailbox = (await preparePeople(prepared, 1)).get(EMAIL) as number;
  await sql`update mailboxes set password_hash = ${await hashPassword(PASSWORD)}, enable_drive = true,
    drive_quota_mb = 1000000`.execute(kyselyOf(prepared.db));
  await prepared.close();

  /** A program whose database is killed during its start exits, and is restarted as by a supervisor. */
  async function start(): Promise<ChildServer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await startChildServer({ dataDir, env: { ROLES: 'http,jobs', ...env } });
      } catch (error) {
        if (attempt === MOST_STARTS) throw error;
      }
    }
  }
  const programs: Promise<ChildServer>[] = [start()];
  await programs[0];
  programs.push(start());
  const first = await programs[0];
  const { token } = await signedInClient((first as ChildServer).baseUrl, {
    email: EMAIL,
    password: PASSWORD,
  });
  const running = new Set<Upload>();
  const strikes: Record<string, number> = {};
  let done = false;

  async function killProgram(place: number): Promise<void> {
    const child = await (programs[place] as Promise<ChildServer>);
    child.kill('SIGKILL');
    programs[place] = child.exited.then(start);
    await programs[place];
  }

  async function strikeOn(): Promise<void> {
    while (!done && !run.isStopped()) {
      await systemClock.sleep(500 + random.next() * 8_000);
      const kill = random.pick(KILLS);
      strikes[kill] = (strikes[kill] ?? 0) + 1;
      if (kill === 'program') await killProgram(0);
      else if (kill === 'other program') await killProgram(1);
      else if (kill === 'postmaster') process.kill(await postmasterPid(dataDir, systemClock), 'SIGKILL');
      else if (kill === 'backend') killIfThere(await backendPid(dataDir, systemClock));
      else for (const upload of running) await upload.abort();
    }
  }

  /** One attempt, resuming where the upload stopped; null when it ended before the file existed. */
  async function attempt(
    bytes: Buffer,
    name: string,
    known: { path: string | null },
  ): Promise<string | null> {
    const { baseUrl } = await random.pick(programs);
    return new Promise((resolve) => {
      const upload = new Upload(bytes, {
        // With both, a failed offset request, such as to a starting program, would make the client start
        // again.
        ...(known.path === null
          ? { endpoint: `${baseUrl}/storage/v1/uploads` }
          : { uploadUrl: baseUrl + known.path }),
        headers: { [SESSION_HEADER]: token },
        metadata: { filename: name },
        retryDelays: null,
        chunkSize: random.chance(0.3) ? 5 * MB : Number.POSITIVE_INFINITY,
        onUploadUrlAvailable() {
          if (upload.url) known.path = new URL(upload.url, baseUrl).pathname;
        },
        onSuccess: ({ lastResponse }) => end(lastResponse.getHeader('Drive-Entry-Id') ?? ''),
        onError: () => end(null),
      });
      const abort = upload.abort.bind(upload);
      upload.abort = async () => {
        await abort();
        end(null);
      };
      function end(entry: string | null): void {
        running.delete(upload);
        resolve(entry);
      }
      running.add(upload);
      upload.start();
    });
  }

  const files: SentFile[] = [];
  let next = 0;
  async function lane(): Promise<void> {
    while (next < run.uploads && !run.isStopped()) {
      const number = next++;
      const size = Math.floor(LARGEST_MB ** random.next() * MB) + number;
      const bytes = bytesOf(`${seed} ${number}`, size);
      const known: { path: string | null } = { path: null };
      let entry: string | null = null;
      while (entry === null && !run.isStopped()) {
        entry = await attempt(bytes, `${number}.bin`, known).catch(() => null);
        if (entry === null) await systemClock.sleep(50);
      }
      if (entry !== null) files.push({ entry, size, hash: createHash('sha256').update(bytes).digest('hex') });
      process.stderr.write(`${files.length} of ${run.uploads} files\r`);
    }
  }

  try {
    const striking = strikeOn();
    await Promise.all([
      striking,
      Promise.all(Array.from({ length: LANES }, lane)).finally(() => (done = true)),
    ]);
  } finally {
    done = true;
    for (const program of programs) await (await program.catch(() => null))?.stop();
  }
  const faults = await findUploadDamage({ dataDir, env, mailbox, files });
  const megabytes = Math.round(files.reduce((sum, { size }) => sum + size, 0) / MB);
  return { files: files.length, megabytes, strikes, faults };
}

/** Deterministic and unique by name. */
function bytesOf(name: string, size: number): Buffer {
  const key = createHash('md5').update(name).digest();
  return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(size));
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
