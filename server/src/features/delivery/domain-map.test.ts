import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bienXanh } from '../../demo-world/people.ts';
import type { SocketmapServer } from '../../platform/smtp/socketmap-server.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { startDomainMap } from './domain-map.ts';

let server: TestServer;
let map: SocketmapServer;

beforeAll(async () => {
  server = await startTestServer();
  map = await startDomainMap({ host: '127.0.0.1', port: 0 }, server.context);
});
afterAll(async () => {
  await map.close();
  await server.close();
});

async function lookUp(name: string): Promise<string> {
  const key = `domains ${name}`;
  const socket = connect(map.port, '127.0.0.1').setEncoding('utf8');
  try {
    socket.write(`${key.length}:${key},`);
    const [answer] = await once(socket, 'data');
    return String(answer).replace(/^\d+:|,$/g, '');
  } finally {
    socket.destroy();
  }
}

test('a Postfix in front is told which domains are ours, in whatever letters it asks', async () => {
  expect(await lookUp('SaoMai.example')).toBe('OK saomai.example');
  expect(await lookUp('elsewhere.example')).toBe('NOTFOUND ');
});

test('a domain that somebody merely claims is not, so that mail to it leaves for its own servers', async () => {
  expect(await lookUp(bienXanh.name)).toBe('NOTFOUND ');
});
