import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { type DebianPrograms, findDebianPrograms } from './debian-programs.ts';
import { EICAR, startClamd } from './start-clamd.ts';

const programs = findDebianPrograms();
const MB = 1024 * 1024;

/** Longer than the wait for a daemon, so that one that never listens is ended. */
const START_MS = 80_000;

describe.skipIf(programs === null)('clamd from Debian', () => {
  let clamd: Awaited<ReturnType<typeof startClamd>>;
  let server: TestServer;
  let an: NewPerson;

  beforeAll(async () => {
    clamd = await startClamd(programs as DebianPrograms, { streamMaxMb: 1 });
    server = await startTestServer({ env: { CLAMD: clamd.address } });
    an = await newPerson(server);
  }, START_MS);
  afterAll(async () => {
    await server?.close();
    await clamd?.stop();
  });

  async function upload(name: string, bytes: string | Buffer<ArrayBuffer>) {
    const form = new FormData();
    form.append('file', new Blob([bytes]), name);
    const [file] = (await an.client.uploadFile({ form })).data;
    return file;
  }

  test('AT-7 finds the virus in what is uploaded, and nothing in what is clean', async () => {
    expect(await upload('eicar.txt', EICAR)).toMatchObject({
      has_virus: true,
      message: 'Eicar-Test-Signature.UNOFFICIAL',
    });
    expect(await upload('sạch.txt', 'Xin chào')).toMatchObject({ has_virus: false, message: 'OK' });
  });

  test('AT-7 can not scan what is larger than it takes', async () => {
    expect(await upload('lớn.bin', Buffer.alloc(3 * MB, 7))).toMatchObject({
      has_virus: false,
      // It closes the connection while still receiving, and its last words may be lost with it.
      message: expect.stringMatching(/^Error: (INSTREAM size limit exceeded|EPIPE|ECONNRESET)/),
    });
    expect(await upload('sạch.txt', 'Xin chào')).toMatchObject({ has_virus: false, message: 'OK' });
  });

  test('AT-7 that is gone leaves uploads unscanned', async () => {
    await clamd.stop();
    expect(await upload('thư.txt', 'Xin chào')).toMatchObject({
      has_virus: false,
      message: expect.stringMatching(/^Error: /),
    });
  });
});
