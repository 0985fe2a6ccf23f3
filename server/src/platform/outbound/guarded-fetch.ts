import { type IncomingHttpHeaders, type IncomingMessage, request as startRequest } from 'node:http';
import { isIP, connect as netConnect, type Socket } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { connect as tlsConnect } from 'node:tls';
import type { Clock } from '../clock.ts';
import { byteLimit } from './byte-limit.ts';
import { findTarget, type Reach, type Target } from './find-target.ts';
import { OutboundError } from './outbound-error.ts';

export type OutboundRequest = {
  /** Untrusted, for example from a message. */
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string | Buffer;
  /** How many redirects are followed; each address is checked like the first one. */
  redirects: number;
  maxBytes: number;
  /** Timeout from DNS to the last byte. */
  timeMs: number;
};

export type OutboundAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** Never decompressed; fails when it gets too large or too slow. The caller must read or destroy it. */
  body: Readable;
};

/** Fetches untrusted addresses, never internal ones (SSRF protection). Throws OutboundError. */
export type GuardedFetch = (request: OutboundRequest) => Promise<OutboundAnswer>;

/** Opens a connection to exactly this address. */
export type Dial = (address: string, port: number) => Socket;

export type GuardedFetchOptions = Reach & {
  clock: Clock;
  dial?: Dial;
};

const LARGEST_HEADERS = 32 * 1024;

export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const dial: Dial = options.dial ?? ((host, port) => netConnect({ host, port }));

  async function follow(request: OutboundRequest, signal: AbortSignal): Promise<IncomingMessage> {
    let address = request.url;
    for (let redirects = 0; ; redirects += 1) {
      const target = await orAborted(findTarget(address, options), signal);
      signal.throwIfAborted();
      const answer = await exchange(request, target, dial, signal);
      const next = redirectOf(answer);
      if (next === null) return answer;
      answer.destroy();
      if (redirects >= request.redirects) throw new OutboundError('too_many_redirects', 'redirected');
      const resolved = URL.parse(next, target.url.href);
      if (!resolved) throw new OutboundError('refused', 'redirected to no address');
      address = resolved.href;
    }
  }

  return async (request) => {
    const limit = new AbortController();
    const timer = options.clock.after(request.timeMs, () =>
      limit.abort(new OutboundError('too_slow', 'did not come in time')),
    );
    try {
      const answer = await orAborted(follow(request, limit.signal), limit.signal);
      if (Number(answer.headers['content-length'] ?? 0) > request.maxBytes) {
        answer.destroy();
        throw new OutboundError('too_large', 'larger than allowed');
      }
      const body = byteLimit(request.maxBytes);
      answer.on('error', (error) => body.destroy(new OutboundError('unreachable', error.message)));
      // Errors surface on the body that the caller reads.
      pipeline(answer, body, () => timer.stop());
      limit.signal.addEventListener('abort', () => body.destroy(limit.signal.reason));
      return { status: answer.statusCode ?? 0, headers: answer.headers, body };
    } catch (error) {
      timer.stop();
      throw error;
    }
  };
}

function exchange(
  request: OutboundRequest,
  target: Target,
  dial: Dial,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { url } = target;
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      reject(signal.aborted ? signal.reason : new OutboundError('unreachable', error.message));
    };
    const outgoing = startRequest({
      createConnection: () => {
        const socket = connectTo(target, dial);
        // Closes the connection at the timeout, whatever state the request is in.
        const end = () => socket.destroy();
        signal.addEventListener('abort', end);
        socket.on('close', () => signal.removeEventListener('abort', end));
        return socket;
      },
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...request.headers, host: url.host, 'accept-encoding': 'identity', connection: 'close' },
      maxHeaderSize: LARGEST_HEADERS,
      signal,
    });
    outgoing.on('error', fail);
    // After a 101 the connection no longer belongs to the request, which then neither responds nor fails.
    outgoing.on('upgrade', (_answer, socket) => {
      socket.destroy();
      fail(new Error('changed the protocol'));
    });
    outgoing.on('response', (answer) => {
      if ((answer.statusCode ?? 0) >= 200) return resolve(answer);
      outgoing.destroy();
      fail(new Error('no final answer'));
    });
    outgoing.on('close', () => fail(new Error('closed without an answer')));
    outgoing.end(request.body);
  });
}

function connectTo({ url, address, port }: Target, dial: Dial): Socket {
  const socket = dial(address, port);
  if (url.protocol === 'http:') return socket;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const secure = tlsConnect({ socket, host, ...(isIP(host) === 0 ? { servername: host } : {}) });
  socket.on('error', (error) => secure.destroy(error));
  secure.on('close', () => socket.destroy());
  return secure;
}

function redirectOf(answer: IncomingMessage): string | null {
  const status = answer.statusCode ?? 0;
  return [301, 302, 303, 307, 308].includes(status) ? (answer.headers.location ?? null) : null;
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    work.then(resolve, reject);
  });
}
