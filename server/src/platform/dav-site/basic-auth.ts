import type { FastifyRequest } from 'fastify';
import { DavRefusal } from '../dav/dav-refusal.ts';
import { isLoopback } from '../is-loopback.ts';

/** Longer than any password here may be. */
const LONGEST_HEADER = 4096;

export type Credentials = { name: string; password: string };

/** HTTP Basic (RFC 7617) in UTF-8; refused before it is read where it crossed a network in plain text. */
export function readBasic({ headers, ip }: FastifyRequest, isEncrypted: boolean): Credentials {
  if (!isEncrypted && !isLoopback(ip)) {
    throw new DavRefusal(403, 'Passwords are only taken over HTTPS');
  }
  const { authorization = '' } = headers;
  const [, encoded] = /^Basic +([\w+/=-]+)\s*$/i.exec(authorization) ?? [];
  if (encoded === undefined || authorization.length > LONGEST_HEADER) throw unauthorized();
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  if (colon < 0) throw unauthorized();
  return { name: text.slice(0, colon), password: text.slice(colon + 1) };
}

export function unauthorized(message = 'Sign in with your address and an app password'): DavRefusal {
  return new DavRefusal(401, message, {
    headers: { 'www-authenticate': 'Basic realm="Bo Cau", charset="UTF-8"' },
  });
}

/** What a program calls itself, without the words of the browser that it is built from. */
export function programName(userAgent: string | undefined): string {
  if (!userAgent) return 'WebDAV';
  return /\bThunderbird\/[\d.]+/.exec(userAgent)?.[0] ?? userAgent;
}
