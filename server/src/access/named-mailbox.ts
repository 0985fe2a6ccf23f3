import { MAILBOX_HEADER } from '@bocau/contract/session.ts';
import type { FastifyRequest } from 'fastify';
import { headerAddress } from '../platform/http/header-address.ts';

/**
 * The address of the mailbox that a request names: undefined where it names none, null where it can be nobody's. The query
 * counts where a browser asks by itself, which can't send the header.
 */
export function namedMailbox(
  { headers, query }: Pick<FastifyRequest, 'headers' | 'query'>,
  byQuery: boolean,
): string | null | undefined {
  const header = headers[MAILBOX_HEADER.name];
  if (header !== undefined) return headerAddress(header);
  const given = (query as Record<string, unknown>)[MAILBOX_HEADER.query];
  if (!byQuery || given === undefined) return undefined;
  return typeof given === 'string' ? given.trim().toLowerCase() : null;
}
