import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lanAnh } from './demo-world/people.ts';
import { claimBlobStore } from './match-blob-store.ts';
import { openBlobStore } from './platform/blobs/open-blob-store.ts';
import { startTestS3Server } from './platform/blobs/test-s3-server.ts';
import { fileMail } from './test-kit/file-mail.ts';
import { startTestServer, type TestServer } from './test-kit/start-server.ts';

let server: TestServer;
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'bocau-blobs-'));
  server = await startTestServer({ env: { BLOB_STORE: `file:${dir}` } });
});
afterAll(async () => {
  await server.close();
  await rm(dir, { recursive: true });
});

type Log = [object, string][];

/** Starts on another blob store, as far as it goes; answers what is logged. */
async function startOn(
  url: string,
  credentials?: { accessKeyId: string; secretAccessKey: string },
): Promise<Log> {
  const { context } = server;
  const lines: Log = [];
  const log = {
    ...context.log,
    warn: (fields: object, message: string) => void lines.push([fields, message]),
  };
  const blobs = await openBlobStore(url, { credentials: credentials ?? null });
  try {
    const config = { ...context.config, blobStore: { ...context.config.blobStore, url } };
    await claimBlobStore({ ...context, blobs, log }, config);
    return lines;
  } finally {
    await blobs.close();
  }
}

const ownerOf = async (folder: string) => (await readFile(join(folder, 'installation'), 'utf8')).trim();

test('database and blobs know each other from the first start, and an empty folder is refused once there is mail', async () => {
  const { context } = server;
  const { id } = await context.db.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  expect(await ownerOf(dir)).toBe(id);

  const empty = await mkdtemp(join(tmpdir(), 'bocau-blobs-'));
  expect(await startOn(`file:${empty}`)).toEqual([]);
  await rm(join(empty, 'installation'));
  await fileMail(context, await server.mailboxId(lanAnh.email), {});
  await expect(startOn(`file:${empty}`)).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(
      `^BLOB_STORE="file:${empty}": none of 1 blobs that the database names is there\\. Name .*, write ${id} into "installation" there\\.$`,
    ),
  });

  // A copy of the blobs without their mark is as good.
  await rm(join(dir, 'installation'));
  await startOn(`file:${dir}`);
  expect(await ownerOf(dir)).toBe(id);
  await rm(empty, { recursive: true });
});

test('the blobs of another installation are refused, in files and on S3; one that does not answer holds nothing up', async () => {
  const s3 = await startTestS3Server();
  const other = await openBlobStore(s3.url, { credentials: s3.credentials });
  await other.writeOwner(await ownerOf(dir));
  await other.close();
  expect(await startOn(s3.url, s3.credentials)).toEqual([]);
  await sql`update installation set id = gen_random_uuid()`.execute(server.context.db);
  const foreign =
    /^BLOB_STORE="[^"]+": the blobs there belong to installation \S+, and the database to \S+\. Name/;
  await expect(startOn(`file:${dir}`)).rejects.toThrow(foreign);
  await expect(startOn(s3.url, s3.credentials)).rejects.toThrow(foreign);
  await s3.close();
  expect(await startOn(s3.url, s3.credentials)).toEqual([
    [{ reason: expect.any(String) }, 'blob store not compared with the database'],
  ]);
});
