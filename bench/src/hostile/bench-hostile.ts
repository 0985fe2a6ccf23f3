import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addMailboxes } from '@bocau/server/test-kit/add-mailboxes.ts';
import { embeddedDatabaseUrl } from '@bocau/server/test-kit/embedded-database.ts';
import { hostileDeliveries } from '@bocau/server/test-kit/hostile-mail.ts';
import { createSqlRecorder } from '@bocau/server/test-kit/record-sql.ts';
import { connectMail } from '@bocau/server/test-kit/smtp-client.ts';
import { BENCH_DOMAIN } from '../mailboxes/correspondents.ts';
import type { Row } from '../measure/row.ts';
import { spread } from '../measure/statistics.ts';
import { startProgram } from '../program/start-program.ts';
import { describeMachine, type Machine } from '../report/machine.ts';
import { PASSWORD } from '../world/bench-mailbox.ts';

const MAILBOX = `hostile@${BENCH_DOMAIN}`;
const QUOTA_MB = 10_000;
const PROMISED_MS = 2_000;

/**
 * Delivers every malformed message of the tests by LMTP and measures how long each waits for its response.
 */
export async function benchHostile(dir: string | null): Promise<{ rows: Row[]; machine: Machine }> {
  await using opened = new AsyncDisposableStack();
  const dataDir = mkdtempSync(join(dir ?? tmpdir(), 'webmail-bench-hostile-'));
  opened.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  // All roles in one process, as with `npm start`.
  const program = await startProgram({
    dataDir,
    roles: 'http,mail,jobs',
    databaseUrl: null,
    profileDir: null,
  });
  opened.defer(() => program.stop());
  const databaseUrl = await embeddedDatabaseUrl(dataDir);
  const mailboxes = { domain: BENCH_DOMAIN, emails: [MAILBOX], password: PASSWORD, quotaMb: QUOTA_MB };
  await addMailboxes(databaseUrl, mailboxes);
  const row = await deliverAll(program.lmtpPort as number);
  const recorder = await createSqlRecorder(databaseUrl, dataDir);
  opened.defer(() => recorder.close());
  return { rows: [row], machine: describeMachine(dataDir, await recorder.serverVersion()) };
}

async function deliverAll(port: number): Promise<Row> {
  const connect = () => connectMail({ host: '127.0.0.1', port, protocol: 'lmtp' });
  let client = await connect();
  const waits: { name: string; ms: number }[] = [];
  let refused = 0;
  for (const { name, raw } of hostileDeliveries()) {
    const since = performance.now();
    const { message, recipients, mail } = await client.send({
      from: 'sender@company.example',
      to: [MAILBOX],
      raw,
    });
    waits.push({ name, ms: performance.now() - since });
    const { code } = message[0] ?? recipients[0] ?? mail;
    if (code === 250) continue;
    if (code < 500) throw new Error(`"${name}" was answered ${code}`);
    refused += 1;
    // After bare line endings, client and server may disagree about where the next command starts.
    client.destroy();
    client = await connect();
  }
  client.end();
  const slowest = waits.reduce((a, b) => (b.ms > a.ms ? b : a));
  const late = waits.filter(({ ms }) => ms > PROMISED_MS).length;
  return {
    scenario: 'hostile',
    title: 'malformed messages, 1 connection',
    size: null,
    samples: waits.length,
    client: spread(waits.map(({ ms }) => ms)),
    worstMs: slowest.ms,
    note: `"${slowest.name}"; ${late} over ${PROMISED_MS / 1000} s; ${waits.length - refused} delivered, ${refused} refused`,
  };
}
