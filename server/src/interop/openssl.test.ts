import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { findDebianPrograms } from './debian-programs.ts';
import { runProgram } from './run-program.ts';

const programs = findDebianPrograms();
const CERTIFICATES = join(import.meta.dirname, '../test-kit/certificates');
const CERTIFICATE = join(CERTIFICATES, 'mail.test.cert.pem');

describe.skipIf(programs === null)('OpenSSL from Debian', () => {
  let server: TestServer;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bocau-openssl-'));
    server = await startTestServer({
      env: {
        MAIL_SERVICES: 'imaps://imap.saomai.example:993,smtps://mail.saomai.example:465',
        MAIL_TLS_CERT: CERTIFICATE,
        MAIL_TLS_KEY: join(CERTIFICATES, 'mail.test.key.pem'),
      },
    });
  });
  afterAll(async () => {
    await server?.close();
    await rm(folder, { recursive: true });
  });

  test('finds the signature of an Apple profile valid, and one that was changed broken', async () => {
    const address = 'lan.anh@saomai.example';
    const answer = await fetch(`${server.baseUrl}/mail/apple.mobileconfig?emailaddress=${address}`);
    const profile = Buffer.from(await answer.arrayBuffer());
    const whole = await verifyProfile(profile);
    expect(whole).toMatchObject({ code: 0, said: expect.stringContaining(`<string>${address}</string>`) });
    profile.write('X', profile.indexOf(address), 'latin1');
    expect(await verifyProfile(profile)).toMatchObject({ code: 4 });
  });

  async function verifyProfile(profile: Buffer) {
    const file = join(folder, 'bocau.mobileconfig');
    await writeFile(file, profile);
    const openssl = join(programs?.root ?? '', 'usr/bin/openssl');
    const how = ['-verify', '-inform', 'DER', '-CAfile', CERTIFICATE, '-purpose', 'any'];
    return runProgram([openssl, 'cms', ...how, '-in', file], { env: programs?.env ?? {} });
  }
});
