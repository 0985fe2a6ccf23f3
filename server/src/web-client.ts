import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Failure } from './platform/failure.ts';

const BUILT = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Addresses that are never a screen of the client. */
const SERVED_ELSEWHERE = /^\/(api|storage|wopi|ws|assets|s|t|healthz|readyz|metrics)(\/|$)/;

/** Of the client's one file that makes HTML of text, and of the editor's library, which gets what that one has read. */
const TRUSTED_TYPES = ['bocau', 'ProseMirrorClipboard'];

/**
 * What a page of the client may do: scripts and connections of its own alone. Styles are set on elements by the
 * parts that it is built from. Frames show the bodies of messages, which bring a stricter policy of their own, and the
 * office editor, which is opened by a form.
 */
const pagePolicy = (inline: readonly string[], office: string) =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...inline].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "media-src 'self' blob:",
    "connect-src 'self'",
    ["frame-src 'self' blob:", office].join(' ').trim(),
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    ["form-action 'self'", office].join(' ').trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${TRUSTED_TYPES.join(' ')}`,
  ].join('; ');

/** The service worker fetches what it keeps of the client. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** Where the built client lies; null while it is not built. */
export function findWebClient(): string | null {
  return existsSync(join(BUILT, 'index.html')) ? BUILT : null;
}

/** Serves the built web client: its files, and its one page at every address that is not the server's own. */
export async function bindWebClient(
  app: FastifyInstance,
  built: string,
  officeUrl: string | null,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: built,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(response, path) {
      const named = path.includes('/assets/');
      response.header('cache-control', named ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (/\/sw\.js(\.br|\.gz)?$/.test(path)) response.header('content-security-policy', WORKER_POLICY);
    },
  });
  const office = officeUrl === null ? '' : new URL(officeUrl).origin;
  const policy = pagePolicy(await hashesOfInlineScripts(join(built, 'index.html')), office);
  const sendClient = (reply: FastifyReply) =>
    reply
      .headers({ 'content-security-policy': policy, 'referrer-policy': 'no-referrer' })
      .sendFile('index.html');
  app.get('/', (_request, reply) => sendClient(reply));
  app.get('/*', (request, reply) => {
    const wantsPage = request.headers.accept?.includes('text/html') ?? false;
    if (!wantsPage || SERVED_ELSEWHERE.test(request.url)) {
      throw new Failure('not_found', 'There is nothing at this address');
    }
    return sendClient(reply);
  });
}

/** The page's own early script runs; another one that gets into it does not. */
async function hashesOfInlineScripts(page: string): Promise<string[]> {
  const scripts = (await readFile(page, 'utf8')).matchAll(/<script>([\s\S]*?)<\/script>/g);
  return Array.from(
    scripts,
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}
