import { request } from 'node:http';

/**
 * Milliseconds until the last byte: `ms` from the call on, with a connection of its own, and `served` from the moment that
 * the connection is there.
 */
export type Taken = { ms: number; served: number };

export type TimedAnswer = Taken & { status: number; text: string };

/** Calls a server of WebDAV. */
export type TimedDav = {
  call(method: string, path: string, given?: { body?: string; depth?: '0' | '1' }): Promise<TimedAnswer>;
};

/** Each call has a connection of its own, as Radicale keeps none. */
export function timedDav(port: number, { user, password }: { user: string; password: string }): TimedDav {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return {
    call(method, path, { body = '', depth } = {}) {
      const headers = {
        authorization,
        connection: 'close',
        'content-type': TYPES[method]?.(path) ?? 'text/xml',
        'content-length': String(Buffer.byteLength(body)),
        ...(depth === undefined ? {} : { depth }),
      };
      return new Promise((resolve, reject) => {
        const since = performance.now();
        let connected = since;
        const options = { host: '127.0.0.1', port, method, path, headers, agent: false };
        const outgoing = request(options, (answer) => {
          const pieces: Buffer[] = [];
          answer.on('data', (piece: Buffer) => pieces.push(piece));
          answer.on('error', reject);
          answer.on('end', () => {
            const now = performance.now();
            const text = Buffer.concat(pieces).toString();
            const { statusCode: status = 0 } = answer;
            if (status >= 300) reject(new Error(`${method} ${path} was answered ${status}: ${text}`));
            else resolve({ status, ms: now - since, served: now - connected, text });
          });
        });
        outgoing.on('socket', (socket) => {
          socket.once('connect', () => {
            connected = performance.now();
          });
        });
        outgoing.on('error', reject);
        outgoing.end(body);
      });
    },
  };
}

/** An outbox is asked in the language of calendars. */
const TYPES: Record<string, (path: string) => string> = { PUT: typeOf, POST: () => 'text/calendar' };

function typeOf(path: string): string {
  return path.endsWith('.vcf') ? 'text/vcard' : 'text/calendar';
}

/** The paths of the resources in a multistatus. */
export function hrefsIn(text: string): string[] {
  return [...text.matchAll(/<(?:\w+:)?href>([^<]+)</g)].map(([, href = '']) => href);
}

export function tokenIn(text: string): string {
  return /<(?:\w+:)?sync-token>([^<]+)</.exec(text)?.[1] ?? '';
}
