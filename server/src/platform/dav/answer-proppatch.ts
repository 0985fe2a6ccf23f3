import type { FastifyReply } from 'fastify';
import { href, propstat, sendResponses } from './multistatus.ts';
import type { PropChange } from './read-requests.ts';
import { element, type Xml } from './write-xml.ts';
import { dav } from './xml-names.ts';

/** Answers PROPPATCH (RFC 4918, section 9.2.1), where all or nothing is done: one refusal, and the rest failed with it. */
export function answerPropPatch(
  reply: FastifyReply,
  path: string,
  { changes, refused }: { changes: readonly PropChange[]; refused: readonly PropChange[] },
): FastifyReply {
  const props = (some: readonly PropChange[]) =>
    [...new Set(some.map((one) => one.name))].map((one) => element(one));
  const failed = changes.filter((change) => !refused.includes(change));
  const stats: Xml[] =
    refused.length === 0
      ? [propstat(200, props(changes))]
      : [propstat(403, props(refused)), ...(failed.length > 0 ? [propstat(424, props(failed))] : [])];
  return sendResponses(reply, [element(dav('response'), [href(path), ...stats])]);
}
