import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { startTestServer } from './start-server.ts';

it('ends although somebody has half asked for something', async () => {
  const server = await startTestServer();
  const socket = connect(server.running.httpPort as number, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('POST /api/v2/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
  // Received by the server before it is told to stop.
  expect(await (await fetch(`${server.operationsUrl}/healthz`)).text()).not.toBe('');
  await server.close();
  socket.destroy();
});
