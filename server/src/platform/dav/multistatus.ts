import { STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { element, rootElement, text, type Xml } from './write-xml.ts';
import { dav, type XmlName } from './xml-names.ts';

export const XML_TYPE = 'application/xml; charset=utf-8';

/** What was found of a resource, and what was asked for and is not there. */
export type PropsFound = { found: Xml[]; missing: XmlName[] };

export function href(path: string): Xml {
  return element(dav('href'), text(path));
}

function status(code: number): Xml {
  return element(dav('status'), text(`HTTP/1.1 ${code} ${STATUS_CODES[code] ?? ''}`.trim()));
}

/** One resource with its properties (RFC 4918, section 9.1). */
export function propResponse(path: string, { found, missing }: PropsFound, minimal: boolean): Xml {
  const stats: Xml[] = [];
  const names = minimal ? [] : missing.map((name) => element(name));
  if (found.length > 0 || names.length === 0) stats.push(propstat(200, found));
  if (names.length > 0) stats.push(propstat(404, names));
  return element(dav('response'), [href(path), ...stats]);
}

export function propstat(code: number, props: readonly Xml[], more: readonly Xml[] = []): Xml {
  return element(dav('propstat'), [element(dav('prop'), props), status(code), ...more]);
}

/** One resource as a whole: gone, or not to be had. */
export function statusResponse(path: string, code: number, more: readonly Xml[] = []): Xml {
  return element(dav('response'), [href(path), status(code), ...more]);
}

/**
 * Answers with a multistatus, page after page as the client takes it: a large collection is never in memory as a
 * whole. The first page is read before the answer begins, so that what fails until then is an answer of its own.
 */
export async function sendMultistatus(
  reply: FastifyReply,
  pages: AsyncIterable<readonly Xml[]>,
): Promise<FastifyReply> {
  const iterator = pages[Symbol.asyncIterator]();
  const first = await iterator.next();
  const { begin, end } = rootElement(dav('multistatus'));
  async function* pieces(): AsyncGenerator<string> {
    yield begin;
    for (let page = first; !page.done; page = await iterator.next()) {
      if (page.value.length > 0) yield page.value.join('');
    }
    yield end;
  }
  return reply
    .code(207)
    .headers({ 'content-type': XML_TYPE })
    .send(Readable.from(pieces(), { objectMode: false }));
}

export async function* onePage(responses: readonly Xml[]): AsyncGenerator<readonly Xml[]> {
  yield responses;
}
