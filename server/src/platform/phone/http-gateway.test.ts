import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpGateway } from './http-gateway.ts';

let server: Server;
let url: string;
const asked: { line: string; body: string }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    asked.push({ line: `${request.method} ${request.url}`, body: await text(request) });
    response.end('ok');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const message = {
  ...{ mailboxId: 1, number: '+84912345678', code: '012345', method: 'sms' as const },
  text: 'Mã "012345" & <{to}>',
};

test.each([
  [
    'application/json',
    '{"to":"{to}","body":"{text}"}',
    JSON.stringify({ to: message.number, body: message.text }),
  ],
  ['application/x-www-form-urlencoded', 't={to}&c={code}', 't=%2B84912345678&c=012345'],
  ['text/xml', '<m a="{text}"/>', '<m a="Mã &#34;012345&#34; &#38; &#60;{to}&#62;"/>'],
])('values are escaped by the type of the body: %s', async (contentType, template, body) => {
  const gateway = createHttpGateway({
    ...{ urls: { sms: url }, verb: 'POST', template, contentType, authorization: null },
  });
  expect(gateway.methods).toEqual(['sms']);
  expect(await gateway.send(message, AbortSignal.any([]))).toBe('sent');
  expect(asked.at(-1)).toEqual({ line: 'POST /', body });
});

test('what a GET asks for stands in its address', async () => {
  const gateway = createHttpGateway({
    urls: { call: `${url}/call?to={to}&say={text}` },
    ...{ verb: 'GET', template: '', contentType: 'application/json', authorization: null },
  });
  await gateway.send({ ...message, method: 'call' }, AbortSignal.any([]));
  const said = encodeURIComponent(message.text);
  expect(asked.at(-1)).toEqual({ line: `GET /call?to=%2B84912345678&say=${said}`, body: '' });
});
