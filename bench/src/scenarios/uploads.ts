import { spawn } from 'node:child_process';
import { createCipheriv, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import type { Row } from '../measure/row.ts';
import { median, spread } from '../measure/statistics.ts';
import type { BenchMailbox } from '../world/bench-mailbox.ts';
import type { Bench, Scenario } from './scenario.ts';

const MB = 1024 ** 2;
const GB = 1024 ** 3;
const FILE = 256 * MB;
const QUICK_FILE = 64 * MB;
const ROUNDS = 5;
const STREAMS = 10;
const CHUNK = 8 * MB;
const LOOK_MS = 50;

/**
 * Upload throughput compared with the disk's (`dd conv=fsync` of the same bytes on the same disk,
 * alternating), the memory of ten concurrent uploads, and the time to the first byte of a range far into a
 * file, all of whose chunks refer to the same blob.
 */
export const uploads: Scenario = {
  name: 'uploads',
  async run(bench: Bench): Promise<Row[]> {
    const { world } = bench;
    const { small } = world;
    await world.recorder.run([
      { text: 'update mailboxes set enable_drive = true, drive_quota_mb = 1000000', values: [] },
    ]);
    return [await speed(bench, small), await memoryOfTen(bench, small), await farRange(bench, small)];
  },
};

async function speed({ world, quick }: Bench, mailbox: BenchMailbox): Promise<Row> {
  const size = quick ? QUICK_FILE : FILE;
  const from = join(world.dataDir, 'upload-source');
  const to = join(world.dataDir, 'upload-copy');
  const rates: number[] = [];
  const shares: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    // New bytes each time, because the store deduplicates: existing content is not written again.
    const bytes = freshBytes(size);
    writeFileSync(from, bytes);
    const disk = size / (await timed(() => copy(from, to)));
    const rate = size / (await timed(() => upload(world.program.httpPort, mailbox.token, bytes)));
    // The first round only warms up.
    if (round === 0) continue;
    rates.push(rate / MB);
    shares.push(rate / disk);
  }
  rmSync(from);
  rmSync(to);
  return {
    scenario: 'upload',
    title: `upload of ${size / MB} MB, in MB a second, beside dd conv=fsync`,
    size: null,
    samples: shares.length,
    perSecond: median(rates),
    ofPlain: median(shares),
  };
}

async function memoryOfTen({ world, quick }: Bench, mailbox: BenchMailbox): Promise<Row> {
  const bytes = freshBytes(quick ? QUICK_FILE : FILE / 2);
  const before = world.program.residentMb();
  let most = before;
  const looking = setInterval(() => {
    most = Math.max(most, world.program.residentMb());
  }, LOOK_MS);
  await Promise.all(
    Array.from({ length: STREAMS }, () => upload(world.program.httpPort, mailbox.token, bytes)),
  );
  clearInterval(looking);
  return {
    scenario: 'uploads-memory',
    title: `memory that ${STREAMS} uploads at once take`,
    size: null,
    samples: STREAMS,
    megabytes: most - before,
  };
}

async function farRange({ world, quick }: Bench, mailbox: BenchMailbox): Promise<Row> {
  const port = world.program.httpPort;
  const entry = await upload(port, mailbox.token, freshBytes(CHUNK));
  const chunks = (10 * GB) / CHUNK;
  await world.recorder.run([
    {
      text: `insert into drive_chunks (mailbox_id, version_id, start_at, size, blob)
        select c.mailbox_id, c.version_id, n * ${CHUNK}::bigint, c.size, c.blob
        from drive_chunks c join drive_entries e on e.mailbox_id = c.mailbox_id and e.version_id = c.version_id
        cross join generate_series(1, ${chunks - 1}) n where e.id = $1`,
      values: [entry],
    },
    { text: `update drive_versions set size = ${10 * GB} where entry_id = $1`, values: [entry] },
    { text: `update drive_entries set size = ${10 * GB} where id = $1`, values: [entry] },
  ]);
  const ms: number[] = [];
  for (let sample = 0; sample < (quick ? 20 : 100); sample++) {
    const start = 9 * GB + sample * 1_000_003;
    const since = performance.now();
    const call = httpRequest({
      port,
      path: `/storage/v1/files/${entry}/content`,
      headers: { [SESSION_HEADER]: mailbox.token, range: `bytes=${start}-${start + 65_535}` },
    }).end();
    const [answer] = await once(call, 'response');
    if (answer.statusCode !== 206) throw new Error(`A range was answered ${answer.statusCode}`);
    await once(answer, 'readable');
    ms.push(performance.now() - since);
    answer.resume();
    await once(answer, 'end');
  }
  return {
    scenario: 'range-9-gb',
    title: 'first byte of a range 9 GB into a file',
    size: null,
    samples: ms.length,
    client: spread(ms),
  };
}

/** Returns the URL to upload the bytes to. */
async function beginUpload(port: number, token: string, size: number): Promise<string> {
  const name = Buffer.from('do-luong.bin').toString('base64');
  const begun = await fetch(`http://127.0.0.1:${port}/storage/v1/uploads`, {
    method: 'POST',
    headers: {
      [SESSION_HEADER]: token,
      'tus-resumable': '1.0.0',
      'upload-length': String(size),
      'upload-metadata': `filename ${name}`,
    },
  });
  const path = begun.headers.get('location');
  if (path === null) throw new Error(`An upload was answered ${begun.status}: ${await begun.text()}`);
  return path;
}

/** Opens the request that uploads `size` bytes, which the caller writes to it. */
export async function openUpload(port: number, token: string, size: number): Promise<ClientRequest> {
  return httpRequest({
    port,
    path: await beginUpload(port, token, size),
    method: 'PATCH',
    headers: {
      [SESSION_HEADER]: token,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': size,
    },
  });
}

/** Returns the file's id. */
async function upload(port: number, token: string, bytes: Buffer): Promise<string> {
  const call = await openUpload(port, token, bytes.length);
  call.end(bytes);
  const [answer] = await once(call, 'response');
  answer.resume();
  const entry = answer.headers['drive-entry-id'];
  if (answer.statusCode !== 204 || !entry) throw new Error(`Bytes were answered ${answer.statusCode}`);
  return entry;
}

async function copy(from: string, to: string): Promise<void> {
  const dd = spawn('dd', [`if=${from}`, `of=${to}`, 'bs=8M', 'conv=fsync'], {
    stdio: 'ignore',
  });
  const [code] = await once(dd, 'close');
  if (code !== 0) throw new Error(`dd ended with ${code}`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1000;
}

/** Random bytes: never stored before, and incompressible. */
export function freshBytes(size: number): Buffer {
  return createCipheriv('aes-128-ctr', randomBytes(16), Buffer.alloc(16)).update(Buffer.alloc(size));
}
