import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Program } from './start-program.ts';

type Change = { path: string; from: RegExp; to: string };

/** A reverse proxy in front of the program that can start to serve the client files of a new release. */
export async function startReleases({ httpPort }: Program) {
  let changes: Change[] = [];
  const server = createServer((asked, answer) => void pass(asked, answer).catch(() => answer.destroy()));

  async function pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method, url, headers } = asked;
    const change = changes.find(({ path }) => path === url);
    const wanted = change ? { ...headers, 'accept-encoding': 'identity', 'if-none-match': '' } : headers;
    const passed = asked.pipe(request({ port: httpPort, method, path: url, headers: wanted }));
    const [found] = (await once(passed, 'response')) as [IncomingMessage];
    const { 'content-length': length, ...rest } = found.headers;
    if (change) {
      answer.writeHead(found.statusCode ?? 502, rest);
      answer.end((await text(found)).replace(change.from, change.to));
      return;
    }
    answer.writeHead(found.statusCode ?? 502, length === undefined ? rest : found.headers);
    found.pipe(answer);
  }

  server.on('upgrade', ({ url, rawHeaders }, socket: Socket) => {
    const line = connect(httpPort, '127.0.0.1', () => {
      const lines = rawHeaders.flatMap((name, at) => (at % 2 ? [] : [`${name}: ${rawHeaders[at + 1]}`]));
      line.write(`GET ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      line.pipe(socket).pipe(line);
    });
    for (const [one, other] of [
      [line, socket],
      [socket, line],
    ] as const)
      one.on('error', () => other.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release(next: Change[]) {
      changes = next;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
