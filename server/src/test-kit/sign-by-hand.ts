import { createHash, generateKeyPairSync, sign } from 'node:crypto';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** The DNS record of the public key of all signatures here. */
export const HAND_KEY = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

export type Field = { name: string; value: string };

function signatureOf(text: string): string {
  return sign('sha256', Buffer.from(text, 'latin1'), privateKey).toString('base64');
}

export function bodyHash(body: string): string {
  return createHash('sha256').update(body, 'latin1').digest('base64');
}

/** RFC 6376 section 3.4.2, for a properly folded field. */
function relaxed({ name, value }: Field): string {
  return `${name.toLowerCase()}:${value
    .replaceAll('\r\n', '')
    .replace(/[ \t]+/g, ' ')
    .trim()}`;
}

/**
 * A field that ends in a signature over the named fields and over itself, each with "relaxed"
 * canonicalization. `tags` are written as given: no signing library would write them.
 */
export function signedField(name: string, tags: string, covered: Field[]): Field {
  const value = ` ${tags}; b=`;
  const lines = [...covered.map((field) => `${relaxed(field)}\r\n`), relaxed({ name, value })];
  return { name, value: value + signatureOf(lines.join('')) };
}

export function written(fields: Field[]): string {
  return fields.map(({ name, value }) => `${name}:${value}\r\n`).join('');
}

export type SealTags = {
  aar?: string;
  /** Appended to the ARC-Message-Signature. */
  ams?: string;
  domain?: string;
  selector?: string;
  /** Of the ARC-Message-Signature, without the instance; covers the author by default. */
  covered?: Field[];
  hash?: string;
};

/** A first ARC set in front of a message, sealed by the named domain. */
export function sealedByHand(author: Field, body: string, tags: SealTags = {}): Field[] {
  const by = `a=rsa-sha256; d=${tags.domain ?? 'list.test'}; s=${tags.selector ?? 's1'}`;
  const covered = tags.covered ?? [author];
  const aar = { name: 'ARC-Authentication-Results', value: ` i=1; ${tags.aar ?? 'list.test; spf=pass'}` };
  const names = covered.map(({ name }) => name).join(':');
  const more = tags.ams === undefined ? '' : `; ${tags.ams}`;
  const about = `i=1; ${by}; c=relaxed/simple; h=${names}; bh=${tags.hash ?? bodyHash(body)}${more}`;
  const ams = signedField('ARC-Message-Signature', about, covered);
  return [signedField('ARC-Seal', `i=1; ${by}; cv=none`, [aar, ams]), ams, aar];
}
