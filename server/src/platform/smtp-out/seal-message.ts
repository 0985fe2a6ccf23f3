import { Readable } from 'node:stream';
import { createSeal } from 'mailauth/lib/arc/index.js';
import type { DkimKey } from './sign-message.ts';

/**
 * The lines of a first ARC set (RFC 8617) to put before a message that is sent on: what was found of its sender when it
 * came, sealed in the name of the domain that sends it on. Empty where it could not be sealed.
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
