import { Readable } from 'node:stream';
import { createSeal } from 'mailauth/lib/arc/index.js';
import type { DkimKey } from './sign-message.ts';

/**
 * The header fields of a first ARC set (RFC 8617) for a forwarded message: what was found about its sender on
 * arrival, sealed in the name of the forwarding domain. Empty when it could not be sealed.
 */
export async function sealMessage(
  source: AsyncIterable<Uint8Array>,
  { key, domain, at, results }: { key: DkimKey; domain: string; at: Date; results: string },
): Promise<string> {
  const { headers } = await createSeal(Readable.from(source, { objectMode: false }), {
    seal: {
      signingDomain: domain,
      selector: key.selector,
      privateKey: key.privateKey,
      signTime: at,
      cv: 'none',
      authResults: results,
    },
  });
  return headers.map((line) => `${line}\r\n`).join('');
}
