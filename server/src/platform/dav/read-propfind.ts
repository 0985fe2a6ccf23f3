import type { FastifyRequest } from 'fastify';
import { depthOf, prefersMinimal } from './dav-headers.ts';
import { DavRefusal } from './dav-refusal.ts';
import type { Asked } from './properties.ts';
import { readXmlBody } from './read-body.ts';
import { readPropfind } from './read-requests.ts';
import { dav } from './xml-names.ts';

export type PropfindAsked = { asked: Asked; depth: 0 | 1; minimal: boolean };

/** RFC 4918, section 9.1. What has no end in sight is refused: collections are found step by step. */
export async function readPropfindRequest(
  request: FastifyRequest,
  { isCollection }: { isCollection: boolean },
): Promise<PropfindAsked> {
  const depth = depthOf(request.headers);
  if (depth === 'infinity' && isCollection) {
    throw new DavRefusal(403, 'Ask with a Depth of 0 or 1', { condition: dav('propfind-finite-depth') });
  }
  const asked = readPropfind(await readXmlBody(request));
  return { asked, depth: depth === 1 ? 1 : 0, minimal: prefersMinimal(request.headers) };
}
