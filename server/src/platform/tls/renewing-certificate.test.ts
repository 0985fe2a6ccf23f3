import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestClock, type TestClock } from '../../test-kit/test-clock.ts';
import { createMailServer } from '../smtp/mail-server.ts';
import type { MailServer } from '../smtp/mail-types.ts';
import { replies } from '../smtp/reply.ts';
import { openCertificate, type RenewingCertificate } from './renewing-certificate.ts';

const CERTIFICATES = join(import.meta.dirname, '../../test-kit/certificates');
const LOOKS_AFTER_MS = 61_000;

let folder: string;
let clock: TestClock;
let certificate: RenewingCertificate;
let server: MailServer;
let port: number;
let logged: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bocau-certificate-'));
  clock = createTestClock();
  logged = [];
  await put('mail.test', 'cert');
  await put('mail.test', 'key');
  const note = (_fields: unknown, text: string) => void logged.push(text);
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  certificate = await openCertificate(files, { clock, log: { info: note, warn: note } });
  server = createMailServer({
    ...{ protocol: 'smtp', host: '127.0.0.1', port: 0, name: 'mail.test', implicitTls: true },
    ...{ maxSize: 1000, maxRecipients: 1, maxConnections: 9, maxConnectionsPerAddress: 9 },
    ...{ maxMessagesPerConnection: 1, maxBadCommands: 1, maxUnknownRecipients: 1 },
    ...{ idleTimeoutMs: 60_000_000, dataTimeoutMs: 60_000_000 },
    tls: certificate.first,
    clock,
    log: silent,
    onRecipient: async () => ({ refuse: replies.noSuchMailbox }),
    onMessage: async () => replies.localError,
  });
  certificate.onRenewal((renewed) => server.useCertificate(renewed));
  ({ port } = await server.listen());
});
afterEach(async () => {
  certificate.stop();
  await server.close(0);
  await rm(folder, { recursive: true });
});

/** In one step: a look that reads half a file complains of that, too. */
async function put(name: string, kind: 'cert' | 'key'): Promise<void> {
  const copied = join(folder, 'copied.pem');
  await copyFile(join(CERTIFICATES, `${name}.${kind}.pem`), copied);
  await rename(copied, join(folder, `${kind}.pem`));
}

function open(): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => resolve(socket));
    socket.on('error', reject);
  });
}

async function shownName(): Promise<PeerCertificate['subject']['CN']> {
  const socket = await open();
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return subject.CN;
}

test('a renewed certificate is shown to who comes next, and who is there stays', async () => {
  const before = await open();
  await put('renewed.test', 'cert');
  await put('renewed.test', 'key');
  expect(await shownName()).toBe('mail.test');
  await clock.advance(LOOKS_AFTER_MS);
  await expect.poll(shownName).toBe('renewed.mail.test');
  expect(before.destroyed).toBe(false);
  before.destroy();
  await expect.poll(() => logged).toContain('certificate renewed');
});

test('a certificate without its key waits for it, and is complained of once', async () => {
  await put('renewed.test', 'cert');
  await clock.advance(LOOKS_AFTER_MS);
  await expect.poll(() => logged).toEqual(['new certificate not usable']);
  await clock.advance(LOOKS_AFTER_MS);
  expect(await shownName()).toBe('mail.test');
  await put('renewed.test', 'key');
  // The previous check may still be running.
  await expect.poll(() => clock.advance(LOOKS_AFTER_MS).then(shownName)).toBe('renewed.mail.test');
  await expect.poll(() => logged).toEqual(['new certificate not usable', 'certificate renewed']);
});
