import { STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import { bytesOf, document, element, rootElement, text, type Xml } from './write-xml.ts';
import { dav, type XmlName } from './xml-names.ts';

export const XML_TYPE = 'application/xml; charset=utf-8';

/** What was found of a resource, and what was asked for and is not there. */
export type PropsFound = { found: Xml[]; missing: XmlName[] };

const HREF = dav('href');
const PROP = dav('prop');
const PROPSTAT = dav('propstat');
const RESPONSE = dav('response');

export function href(path: string): Xml {
  return element(HREF, text(path));
}

const FOUND = statusOf(200);

function statusOf(code: number): Xml {
  return element(dav('status'), text(`HTTP/1.1 ${code} ${STATUS_CODES[code] ?? ''}`.trim()));
}

function status(code: number): Xml {
  return code === 200 ? FOUND : statusOf(code);
}

/** One resource with its properties (RFC 4918, section 9.1). */
export function propResponse(path: string, { found, missing }: PropsFound, minimal: boolean): Xml {
  const stats: Xml[] = [];
  const names = minimal ? [] : missing.map((name) => element(name));
  if (found.length > 0 || names.length === 0) stats.push(propstat(200, found));
  if (names.length > 0) stats.push(propstat(404, names));
  return element(RESPONSE, [href(path), ...stats]);
}

export function propstat(code: number, props: readonly Xml[], more: readonly Xml[] = []): Xml {
  return element(PROPSTAT, [element(PROP, props), status(code), ...more]);
}

/** One resource as a whole: gone, or not to be had. */
export function statusResponse(path: string, code: number, more: readonly Xml[] = []): Xml {
  return element(RESPONSE, [href(path), status(code), ...more]);
}

/** How a long answer is read and taken. */
export type Taking = {
  clock: Pick<Clock, 'after'>;
  /** Reads a page when it is this reader's turn. */
  pace<Result>(read: () => Promise<Result>): Promise<Result>;
};

/** Each piece has to be taken within this time: a phone on a bad line takes more. */
export const TAKEN_WITHIN_MS = 2 * 60_000;
const PIECE_BYTES = 64 * 1024;

/**
 * Answers with a multistatus, page after page as the client takes it: a large collection is never in memory as a
 * whole. The first page is read before the answer begins, so that what fails until then is an answer of its own.
 * Nothing is read any more for a client that has left or takes nothing.
 */
export async function sendMultistatus(
  reply: FastifyReply,
  pages: AsyncIterable<readonly Xml[]>,
  { clock, pace }: Taking,
): Promise<FastifyReply> {
  const { raw } = reply;
  const iterator = pages[Symbol.asyncIterator]();
  const first = await pace(() => iterator.next());
  const { begin, end } = rootElement(dav('multistatus'));

  // The beginning goes with the first page, which is there already: a small answer is one piece and an end.
  async function* pieces(): AsyncGenerator<Buffer> {
    let head: string = begin;
    for (let page = first; !page.done; page = await pace(() => iterator.next())) {
      if (raw.destroyed) return;
      const bytes = bytesOf([head, ...page.value].join(''));
      head = '';
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        const idle = clock.after(TAKEN_WITHIN_MS, () => raw.destroy());
        try {
          yield bytes.subarray(at, at + PIECE_BYTES);
        } finally {
          idle.stop();
        }
      }
    }
    yield bytesOf(`${head}${end}`);
  }
  return reply
    .code(207)
    .headers({ 'content-type': XML_TYPE })
    .send(Readable.from(pieces(), { objectMode: false }));
}

/** An answer that is made at once, whoever asks. */
export function sendResponses(reply: FastifyReply, responses: readonly Xml[]): FastifyReply {
  return reply
    .code(207)
    .header('content-type', XML_TYPE)
    .send(document(dav('multistatus'), responses));
}
