import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { DavRefusal, notFound } from './dav-refusal.ts';
import { segmentsOf } from './hrefs.ts';
import { XML_TYPE } from './multistatus.ts';

/** Methods of WebDAV that Fastify does not know by itself. */
const MORE_METHODS = ['PROPFIND', 'PROPPATCH', 'MKCOL', 'MKCALENDAR', 'COPY', 'MOVE', 'REPORT'] as const;
export const DAV_METHODS = ['GET', 'HEAD', 'PUT', 'DELETE', ...MORE_METHODS] as const;
/** Of what programs keep copies of nothing is posted; it is how they ask an outbox (RFC 6638, section 5). */
const ROUTED = [...DAV_METHODS, 'POST'] as const;
export type DavMethod = (typeof ROUTED)[number];

export type DavCall<Caller> = {
  caller: Caller;
  method: DavMethod;
  /** Of the path below the prefix, decoded. */
  segments: string[];
  request: FastifyRequest;
  reply: FastifyReply;
};

export type DavRoom<Caller> = {
  /** The first segment of all paths: `/dav`. */
  prefix: string;
  /** Where programs look first, that know the name of the site alone (RFC 6764, section 5). */
  wellKnown: readonly string[];
  /**
   * For the DAV header of a path, after the classes: `addressbook`. There are no locks, so that 2 is not among them. Null
   * where a path is none of those below the prefix.
   */
  abilitiesAt(segments: readonly string[] | null): readonly string[];
  /** Who calls; throws where they may not. It runs before a body is read. */
  admit(request: FastifyRequest): Promise<Caller>;
  handle(call: DavCall<Caller>): Promise<FastifyReply>;
  /** A refusal in the words of WebDAV for an error of the program's own; null where it has none. */
  refusalOf(error: Error): DavRefusal | null;
};

/**
 * Routes of WebDAV below one prefix (RFC 4918, classes 1 and 3): not part of the API, because its errors are statuses and
 * XML, and its callers bring a password with each request.
 */
export async function bindDav<Caller extends object>(
  app: FastifyInstance,
  { prefix, wellKnown, abilitiesAt, admit, handle, refusalOf }: DavRoom<Caller>,
): Promise<void> {
  for (const method of MORE_METHODS) app.addHttpMethod(method, { hasBody: true });
  const callers = new WeakMap<FastifyRequest, Caller>();
  const room: FastifyPluginAsync = async (instance) => {
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser('*', (_request, bytes, done) => done(null, bytes));
    const translate = instance.errorHandler;
    instance.setErrorHandler((error: Error, request, reply) => {
      const refusal = error instanceof DavRefusal ? error : refusalOf(error);
      if (refusal === null) return translate(error as never, request, reply);
      // Of what the handler had in mind.
      for (const name of ['etag', 'content-length']) reply.removeHeader(name);
      reply.code(refusal.status).headers({ 'content-type': XML_TYPE, ...refusal.headers });
      return reply.send(request.method === 'HEAD' ? '' : refusal.body);
    });
    instance.addHook('onRequest', async ({ url }, reply) => {
      const abilities = abilitiesAt(segmentsBelow(prefix, url));
      reply.headers({ dav: ['1, 3', ...abilities].join(', '), 'cache-control': 'no-store' });
    });
    for (const url of wellKnown) {
      instance.route({
        method: [...ROUTED],
        url,
        handler: (_request, reply) => reply.redirect(`${prefix}/`, 301),
      });
    }
    for (const url of [prefix, `${prefix}/*`]) {
      instance.options(url, (_request, reply) =>
        reply.headers({ allow: ['OPTIONS', ...ROUTED].join(', '), 'content-length': '0' }).send(),
      );
      instance.route({
        method: [...ROUTED],
        url,
        async onRequest(request) {
          callers.set(request, await admit(request));
        },
        async handler(request, reply) {
          // What precedes a fragment is another resource, and could be deleted in its place.
          if (request.url.includes('#')) throw new DavRefusal(400, 'An address here has no fragment');
          const caller = callers.get(request);
          const segments = segmentsBelow(prefix, request.url);
          if (segments === null || caller === undefined) throw notFound();
          return handle({ caller, method: request.method as DavMethod, segments, request, reply });
        },
      });
    }
  };
  await app.register(room);
}

/** Null where a path is none of those below the prefix. */
export function segmentsBelow(prefix: string, path: string): string[] | null {
  const [first, ...rest] = segmentsOf(path) ?? [];
  return `/${first}` === prefix ? rest : null;
}
