import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Failure } from './platform/http/failure.ts';

const BUILT = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Addresses that are never a screen of the client. */
const SERVED_ELSEWHERE = /^\/(api|storage|ws|assets|s|t|healthz|readyz|metrics)(\/|$)/;

/**
 * What a page of the client may do: scripts and connections of its own alone. Styles are set on elements by the
 * parts that it is built from. Frames show the bodies of messages, which bring a stricter policy of their own.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "frame-src 'self' blob:",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Where the built client lies; null while it is not built. */
export function findWebClient(): string | null {
  return existsSync(join(BUILT, 'index.html')) ? BUILT : null;
}

/** Serves the built web client: its files, and its one page at every address that is not the server's own. */
export async function bindWebClient(app: FastifyInstance, built: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: built,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(response, path) {
      const named = path.includes('/assets/');
      response.header('cache-control', named ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/', (_request, reply) => sendClient(reply));
  app.get('/*', (request, reply) => {
    const wantsPage = request.headers.accept?.includes('text/html') ?? false;
    if (!wantsPage || SERVED_ELSEWHERE.test(request.url)) {
      throw new Failure('not_found', 'There is nothing at this address');
    }
    return sendClient(reply);
  });
}

function sendClient(reply: FastifyReply): FastifyReply {
  return reply
    .headers({ 'content-security-policy': PAGE_POLICY, 'referrer-policy': 'no-referrer' })
    .sendFile('index.html');
}
