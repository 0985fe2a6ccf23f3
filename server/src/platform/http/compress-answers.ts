import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What is smaller fits into the packets that its head travels in anyway. */
const WORTH_IT = 1024;

const TEXT =
  /^(text\/(?!event-stream)|message\/|application\/(json|xml|javascript|manifest\+json|openmetrics-text)|image\/svg\+xml)/;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 4 };

type Encoding = 'br' | 'zstd' | 'gzip';
/** The best first: for a list page zstd makes 43 kB into 7.2 in 0.9 ms, Brotli's fourth level into 7.6 in 4.1 ms. */
const ENCODINGS: readonly Encoding[] = ['zstd', 'br', 'gzip'];

/**
 * Compresses answers that are text. Only what is asked for by GET: no such answer holds a secret that opens anything
 * elsewhere, so that the length of one that also repeats somebody else's words gives away nothing worth having.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!mayCompress(request, reply)) return payload;
    reply.header('vary', 'accept-encoding');
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding === null) return payload;
    if (payload instanceof Readable) {
      if (Number(reply.getHeader('content-length') ?? WORTH_IT) < WORTH_IT) return payload;
      note(reply, encoding);
      return payload.compose(streamed(encoding));
    }
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    if (bytes.length < WORTH_IT) return payload;
    note(reply, encoding);
    return whole(encoding, bytes);
  });
}

function mayCompress(request: FastifyRequest, reply: FastifyReply): boolean {
  return (
    request.method === 'GET' &&
    reply.statusCode === 200 &&
    !reply.hasHeader('content-encoding') &&
    TEXT.test(String(reply.getHeader('content-type') ?? ''))
  );
}

function note(reply: FastifyReply, encoding: Encoding): void {
  reply.header('content-encoding', encoding).removeHeader('content-length');
}

/** The best one of those that are accepted at all; how much each is liked nobody says in earnest. */
function encodingFor(accepted: string | string[] | undefined): Encoding | null {
  const offers = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((offer) => offer.trim());
  const named = new Set(offers.filter((offer) => !/;\s*q=0(\.0*)?$/.test(offer)).map(nameOf));
  return ENCODINGS.find((encoding) => named.has(encoding)) ?? null;
}

function nameOf(offer: string): string {
  return offer.split(';')[0]?.trim() ?? '';
}

function whole(encoding: Encoding, bytes: Buffer): Promise<Buffer> {
  if (encoding === 'zstd') return promisify(zstdCompress)(bytes);
  return encoding === 'br' ? promisify(brotliCompress)(bytes, BROTLI) : promisify(gzip)(bytes, GZIP);
}

function streamed(encoding: Encoding) {
  if (encoding === 'zstd') return createZstdCompress();
  return encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip(GZIP);
}
