import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PushMessage, PushSubscriptionKeys } from '@bocau/contract/push.ts';
import { systemClock } from '../platform/clock.ts';

/** A push that arrived, decrypted. */
export type ReceivedPush = {
  browser: string;
  message: PushMessage;
  headers: Record<string, string | string[] | undefined>;
  /** Of the body, encrypted. */
  bytes: number;
};
export type PushReply = { status: number; headers?: Record<string, string> } | 'silence';

export type PushService = {
  /** `127.0.0.1:port`, for PUSH_INTERNAL_HOSTS. */
  host: string;
  received: ReceivedPush[];
  /** The answers to the next pushes; without one it is 201. */
  replies: PushReply[];
  /** Requests that were not answered. */
  unanswered: number;
  /** A subscription of another browser, by its name. */
  subscribe(browser: string, applicationKey: string): PushSubscriptionKeys;
  close(): Promise<void>;
};

type Browser = { name: string; ecdh: ECDH; auth: Buffer; applicationKey: string };

/**
 * A push service on loopback with its browsers: refuses what is not signed by the key of the subscription (RFC 8292), and
 * decrypts what it takes (RFC 8188, RFC 8291), by node:crypto alone. `shiftMs`: the time of who pushes is another one.
 */
export async function startPushService(shiftMs = 0): Promise<PushService> {
  const browsers = new Map<string, Browser>();
  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const self: PushService = {
    host,
    received: [],
    replies: [],
    unanswered: 0,
    subscribe(name, applicationKey) {
      const ecdh = createECDH('prime256v1');
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(12).toString('base64url')}`;
      browsers.set(path, { name, ecdh, auth, applicationKey });
      return {
        endpoint: `http://${host}${path}`,
        p256dh: ecdh.generateKeys('base64url'),
        auth: auth.toString('base64url'),
      };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const reply = self.replies.shift() ?? { status: 201 };
    if (reply === 'silence') {
      self.unanswered += 1;
      return;
    }
    const browser = browsers.get(request.url ?? '');
    const fault = browser
      ? faultOf(request, browser, { origin: `http://${host}`, now: (systemClock.now() + shiftMs) / 1000 })
      : 'no such subscription';
    if (!browser || fault !== null) {
      response.writeHead(browser ? 403 : 404).end(fault);
      return;
    }
    if (reply.status === 201) {
      const message = JSON.parse(decrypt(body, browser).toString()) as PushMessage;
      const { headers } = request;
      self.received.push({ browser: browser.name, message, headers, bytes: body.length });
    }
    response.writeHead(reply.status, reply.headers).end();
  }

  return self;
}

/** What is wrong about a request; null where nothing is. */
function faultOf(
  { method, headers }: IncomingMessage,
  browser: Browser,
  { origin, now }: { origin: string; now: number },
): string | null {
  if (method !== 'POST' || !/^\d+$/.test(String(headers.ttl))) return 'no push';
  if (headers['content-encoding'] !== 'aes128gcm') return 'another encoding';
  if (!/^[\w-]{1,32}$/.test(String(headers.topic))) return 'no topic';
  const [, token = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  if (key !== browser.applicationKey) return 'another key';
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' } as never);
  const signed = Buffer.from(`${head}.${claims}`);
  const given = Buffer.from(signature, 'base64url');
  if (!verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, given)) return 'not signed';
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
    string,
    unknown
  >;
  if (aud !== origin || !/^(https:|mailto:)/.test(String(sub))) return 'other claims';
  const secondsLeft = Number(exp) - now;
  return secondsLeft > 0 && secondsLeft <= 24 * 3600 ? null : 'expired';
}

/** The one record of a message (RFC 8188 section 2), by the keys of RFC 8291 section 3.4. */
function decrypt(body: Buffer, { ecdh, auth }: Browser): Buffer {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const serverKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), serverKey]);
  const secret = derive(ecdh.computeSecret(serverKey), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0) throw new Error('The record has no delimiter');
  return padded.subarray(0, end);
}

function derive(key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, length));
}
