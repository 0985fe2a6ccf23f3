import { expect, test } from 'vitest';
import { createTestClock } from '../../test-kit/test-clock.ts';
import { silentLogger } from '../logger.ts';
import { createApp } from './create-app.ts';

const SOCKET = '198.51.100.9';

/** Whom the application believes to speak with: the address, and the host that was asked for. */
async function believed(trustedProxies: number, headers: Record<string, string>) {
  const app = await createApp({ clock: createTestClock(), log: silentLogger, trustedProxies, https: true });
  app.get('/', ({ ip, host, protocol }) => ({ ip, host, protocol }));
  const answer = await app.inject({
    url: '/',
    remoteAddress: SOCKET,
    headers: { host: 'mail.saomai.example', ...headers },
  });
  await app.close();
  return answer.json();
}

const FORGED = '203.0.113.1, 203.0.113.2, 192.0.2.7';

test.each([
  [0, FORGED, SOCKET],
  [1, FORGED, '192.0.2.7'],
  [2, FORGED, '203.0.113.2'],
  [1, '', SOCKET],
  [2, '192.0.2.7', '192.0.2.7'],
])('AU-8 behind %i proxies, X-Forwarded-For “%s” is read as %s', async (proxies, forwarded, ip) => {
  const headers: Record<string, string> = forwarded === '' ? {} : { 'x-forwarded-for': forwarded };
  expect((await believed(proxies, headers)).ip).toBe(ip);
});

test.each([0, 1, 2])('behind %i proxies no header renames the host or the protocol', async (proxies) => {
  const forged = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' };
  expect(await believed(proxies, forged)).toMatchObject({ host: 'mail.saomai.example', protocol: 'http' });
});
