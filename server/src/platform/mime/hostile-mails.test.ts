import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readingProblems } from '../../test-kit/hostile/reading-problems.ts';
import { hostileMails } from '../../test-kit/hostile-mail.ts';
import { processorClock } from '../../test-kit/processor-cost.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import { openBlobStore } from '../blobs/open-blob-store.ts';
import { createMailParser, type MailParser } from './parse-pool.ts';
import type { ParsedMail } from './parsed-mail.ts';

let dir: string;
let blobs: BlobStore;
let parser: MailParser;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'bocau-hostile-'));
  const blobStoreUrl = `file:${dir}`;
  blobs = await openBlobStore(blobStoreUrl);
  // Twice the usual limit: the work of both workers counts towards each.
  parser = createMailParser({ blobStoreUrl, clock: processorClock, workers: 2, timeLimitMs: 2_400 });
});

afterAll(async () => {
  await parser.close();
  await blobs.close();
  await rm(dir, { recursive: true, force: true });
});

async function parse(source: Buffer): Promise<ParsedMail> {
  const { key, size } = await blobs.put(source);
  return parser.parse(key, size);
}

it('reads every malformed message of our own making within its bounds, and goes on', async () => {
  const simple: string[] = [];
  const names = new Set<string>();
  let pending: Promise<void>[] = [];
  for (const { name, raw } of hostileMails()) {
    names.add(name);
    const check = parse(raw).then((mail) => {
      expect(readingProblems(mail), name).toEqual([]);
      if (mail.reading === 'simple') simple.push(name);
    });
    pending.push(check);
    if (pending.length === 40) {
      await Promise.all(pending);
      pending = [];
    }
  }
  await Promise.all(pending);
  expect((await parse(Buffer.from('Subject: still alive\r\n\r\nx'))).reading).toBe('full');
  // None of them is a reason to fall back to the simple reading.
  expect(simple).toEqual([]);
  expect(names.size).toBeGreaterThanOrEqual(320);
}, 300_000);
