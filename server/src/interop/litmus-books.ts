import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The folder that litmus makes for itself, and one in it. */
const IN_FOLDER = /\/litmus\/(?:[^/#]+\/)?/;
const ID = /\/([0-9a-f]{8}-0000-4000-8000-0000[0-9a-f]{8})\//g;
const MAKE_BOOK = `<mkcol xmlns="DAV:"><set><prop><resourcetype><collection/>
  <addressbook xmlns="urn:ietf:params:xml:ns:carddav"/></resourcetype></prop></set></mkcol>`;

export type LitmusBooks = { port: number; close(): Promise<void> };

/**
 * Stands between litmus and the server, so that litmus works in books: its folder, and the folders in it, which it makes
 * by a plain MKCOL, are made by an extended one, beside each other and by ids. Everything else passes as it is.
 */
export async function openLitmusBooks(port: number): Promise<LitmusBooks> {
  const ids = new Map<string, string>();
  function there(path: string): string {
    return path.replace(IN_FOLDER, (folder) => {
      const id = idOf(folder);
      ids.set(id, folder);
      return `/${id}/`;
    });
  }
  const here = (text: string) => text.replace(ID, (path, id) => ids.get(id) ?? path);

  async function pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = asked;
    const isFolder = method === 'MKCOL' && isWhole(url) && headers['content-length'] === undefined;
    const body = isFolder ? Buffer.from(MAKE_BOOK) : await bytesOf(asked);
    const { destination } = headers;
    const sent = {
      ...headers,
      ...(destination === undefined ? {} : { destination: there(String(destination)) }),
      ...(isFolder ? { 'content-length': String(body.length) } : {}),
    };
    const outgoing = request({ host: '127.0.0.1', port, method, path: there(url), headers: sent });
    outgoing.on('response', async (given) => {
      const text = here((await bytesOf(given)).toString());
      const { 'content-length': length, 'transfer-encoding': _chunked, location, ...rest } = given.headers;
      answer.writeHead(given.statusCode ?? 500, {
        ...rest,
        ...(location === undefined ? {} : { location: here(location) }),
        'content-length': method === 'HEAD' ? length : String(Buffer.byteLength(text)),
      });
      answer.end(method === 'HEAD' ? undefined : text);
    });
    outgoing.on('error', () => answer.destroy());
    outgoing.end(body);
  }

  const server = createServer((asked, answer) => void pass(asked, answer).catch(() => answer.destroy()));
  // litmus tries whether a server that promises to go on reading does.
  server.on('checkContinue', (asked, answer) => {
    answer.writeContinue();
    server.emit('request', asked, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const isWhole = (url: string) => url.endsWith(IN_FOLDER.exec(url)?.[0] ?? url);

function idOf(folder: string): string {
  const hash = createHash('sha256').update(folder).digest('hex');
  return `${hash.slice(0, 8)}-0000-4000-8000-0000${hash.slice(8, 16)}`;
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
