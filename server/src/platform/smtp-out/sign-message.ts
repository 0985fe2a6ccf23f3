import { Readable } from 'node:stream';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';

export type DkimKey = { selector: string; privateKey: string };

/** The DKIM-Signature fields of a message, for its sender's domain. */
export async function signMessage(
  source: AsyncIterable<Uint8Array>,
  { key, domain, at }: { key: DkimKey; domain: string; at: Date },
): Promise<string> {
  const signature = { signingDomain: domain, selector: key.selector, privateKey: key.privateKey };
  // Its types expect one signature at the top level; the implementation reads the list.
  const { signatures, errors } = await dkimSign(Readable.from(source, { objectMode: false }), {
    ...signature,
    canonicalization: 'relaxed/relaxed',
    signTime: at,
    signatureData: [signature],
  });
  const [fault] = errors;
  if (fault) throw new Error(`The message could not be signed: ${fault.err?.message ?? 'unknown fault'}`);
  return signatures;
}
