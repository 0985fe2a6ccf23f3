import type { FastifyRequest } from 'fastify';
import { DavRefusal } from './dav-refusal.ts';
import { readXml, type XmlElement, XmlEntityFault, XmlFault } from './read-xml.ts';
import { dav } from './xml-names.ts';

/** A request for ten thousand resources by name, as some programs send it for a first synchronization. */
const XML_BYTES = 1024 * 1024;
const LIMITS = { depth: 32, elements: 25_000 };

/** So many times what is allowed is read and thrown away: a client that is still sending hears no answer. */
const READ_TO_THE_END = 8;

/** The bytes of a body; null where there are more than so many. */
export async function readBytes(request: FastifyRequest, most: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > READ_TO_THE_END * most) return null;
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of bodyOf(request)) {
    length += piece.length;
    if (length > READ_TO_THE_END * most) return null;
    if (length <= most) pieces.push(piece);
  }
  return length <= most ? Buffer.concat(pieces) : null;
}

function bodyOf(request: FastifyRequest): AsyncIterable<Buffer> | Buffer[] {
  return (request.body as AsyncIterable<Buffer> | null | undefined) ?? [];
}

/** The root element of the body; null where there is no body. */
export async function readXmlBody(request: FastifyRequest): Promise<XmlElement | null> {
  const bytes = await readBytes(request, XML_BYTES);
  if (bytes === null)
    throw new DavRefusal(413, 'The request is too large', { headers: { connection: 'close' } });
  if (bytes.length === 0) return null;
  try {
    return readXml(new TextDecoder('utf-8', { fatal: true }).decode(bytes), LIMITS);
  } catch (error) {
    if (error instanceof XmlEntityFault)
      throw new DavRefusal(403, error.message, { condition: dav('no-external-entities') });
    if (error instanceof XmlFault) throw new DavRefusal(400, `The XML can't be read. ${error.message}`);
    if (error instanceof TypeError) throw new DavRefusal(400, 'The XML is not UTF-8');
    throw error;
  }
}
