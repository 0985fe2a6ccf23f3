import { afterEach, expect, test } from 'vitest';
import { createCachedResolver } from '../../platform/dns/cached-resolver.ts';
import { createDnsClient } from '../../platform/dns/dns-client.ts';
import { type NameServer, NXDOMAIN, startNameServer } from '../../test-kit/name-server.ts';
import { createSigningDomain } from '../../test-kit/signed-mail.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { createTestClock, TEST_NOW } from '../../test-kit/test-clock.ts';

const RECIPIENT = 'lan.anh@saomai.example';
const CONNECTIONS = 4;
const EACH = 5;
const TODAY = new Date(TEST_NOW);

let server: TestServer;
let names: NameServer;
afterEach(async () => {
  await server.close();
  await names.close();
});

const away = createSigningDomain('away.example');

async function signed(number: number): Promise<Buffer> {
  const from = 'From: A <a@away.example>\r\nTo: b@saomai.example\r\nSubject: hi';
  const raw = `${from}\r\nMessage-ID: <${number}@away.example>\r\n\r\nhello ${number}\r\n`;
  return away.sign(Buffer.from(raw), TODAY);
}

test('a burst of signed mail asks DNS for each name once, and every message is judged', async () => {
  const soa = { mname: 'ns', rname: 'root', serial: 1, refresh: 1, retry: 1, expire: 1, minimum: 60 };
  names = await startNameServer(({ type, name }) =>
    type === 'TXT' && name === away.keyName
      ? {
          answers: [
            {
              type,
              name,
              ttl: 60,
              data: away.keyRecord,
            },
          ],
        }
      : { rcode: NXDOMAIN, authorities: [{ type: 'SOA', name: 'example', ttl: 60, data: soa }] },
  );
  // Stopped: no look-up times out, however busy the machine is.
  const clock = createTestClock();
  const ask = createDnsClient({ clock, servers: [{ address: '127.0.0.1', port: names.port }] });
  const resolver = createCachedResolver(ask, { clock });
  server = await startTestServer({ env: { ROLES: 'http,mail' }, resolver });
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, connection) => {
      const port = server.running.lmtpPort as number;
      const client = await connectMail({ host: '127.0.0.1', port, protocol: 'lmtp' });
      for (let number = 0; number < EACH; number += 1) {
        const raw = await signed(connection * EACH + number);
        const { message } = await client.send({ from: 'a@away.example', to: [RECIPIENT], raw });
        expect(message[0]?.code).toBe(250);
      }
      client.end();
    }),
  );
  expect(names.asked).toContain(`TXT ${away.keyName}`);
  expect(names.asked).toEqual([...new Set(names.asked)]);
  const verdicts = await server.context.db
    .selectFrom('message_contents')
    .select('sender_checks')
    .where('mailbox_id', '=', await server.mailboxId(RECIPIENT))
    .execute();
  const passed = verdicts.filter(({ sender_checks: checks }) => checks?.dkim[0]?.result === 'pass');
  expect(passed).toHaveLength(CONNECTIONS * EACH);
});
