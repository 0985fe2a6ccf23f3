import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createTestClock } from '../../test-kit/test-clock.ts';
import { silentLogger } from '../logger.ts';
import { createApp } from './create-app.ts';

/** What is answered to these bytes: the status line, and the names and values of headers that say what a page may do. */
async function answerTo(bytes: string, https: boolean) {
  const app = await createApp({ clock: createTestClock(), log: silentLogger, trustedProxies: 0, https });
  onTestFinished(() => app.close());
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  const [head = ''] = (await text(socket)).split('\r\n\r\n');
  const [status, ...lines] = head.split('\r\n');
  const headers = lines.map((line) => line.toLowerCase().split(': ') as [string, string]);
  const own = ['date', 'connection', 'transfer-encoding', 'content-length', 'content-type', 'cache-control'];
  return { status, headers: Object.fromEntries(headers.filter(([name]) => !own.includes(name))) };
}

const get = (path: string, host = 'Host: x\r\n') =>
  `GET ${path} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;

test.each([true, false])(
  'ER-8 what is no request is answered with the headers of any answer, https %s',
  async (https) => {
    const { status, headers } = await answerTo(get('/nothing'), https);
    expect(status).toBe('HTTP/1.1 404 Not Found');
    expect(Object.keys(headers).length).toBeGreaterThan(10);
    for (const bytes of [
      get('/%'),
      get('/%ff'),
      get('/', ''),
      'no HTTP\r\n\r\n',
      get(`/${'a'.repeat(20_000)}`),
    ]) {
      const answer = await answerTo(bytes, https);
      expect(answer.status).toMatch(/^HTTP\/1.1 4(?:00|31) /);
      expect(answer.headers).toEqual(headers);
    }
  },
);
