import { createHash, sign } from 'node:crypto';
import { captureCanonical } from '../../features/invoices/check/canonical-xml.ts';
import type { Signer } from './make-signer.ts';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const DIGESTS = {
  sha1: `${DSIG}sha1`,
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha512: 'http://www.w3.org/2001/04/xmlenc#sha512',
};

export type SigningStyle = {
  hash: keyof typeof DIGESTS;
  exclusive: boolean;
  /** The prefix of the signature's elements. */
  prefix: 'ds:' | '';
  /** InclusiveNamespaces of the exclusive form. */
  prefixes?: string;
  /** What is signed: elements by their ids; the whole document where there are none. */
  ids: readonly string[];
  /** A reference to the time of signing, in an object of the signature. */
  time?: string;
};

const PLACE = '<!--signature-->';

/** Puts a signature in the place of a comment that stands for it. */
export function signXml(xml: string, signer: Signer, style: SigningStyle, place = PLACE): string {
  const timeId = 'signing-time';
  const ids = style.time ? [...style.ids, timeId] : style.ids;
  const skeleton = signatureText(style, signer, ids, timeId, { digests: ids.map(() => ''), value: '' });
  const digests = (ids.length === 0 ? [null] : ids).map((id) => {
    const placed = xml.replace(place, skeleton);
    return digestOf(placed, id, style);
  });
  const withDigests = signatureText(style, signer, ids, timeId, { digests, value: '' });
  const info = canonical(
    xml.replace(place, withDigests),
    find(xml.replace(place, withDigests), 'SignedInfo'),
    style,
  );
  const value = sign(style.hash, Buffer.from(info), { key: signer.key, dsaEncoding: 'ieee-p1363' });
  return xml.replace(
    place,
    signatureText(style, signer, ids, timeId, { digests, value: value.toString('base64') }),
  );
}

function signatureText(
  { hash, exclusive, prefix, prefixes, time }: SigningStyle,
  { kind, certificate }: Signer,
  ids: readonly string[],
  timeId: string,
  filled: { digests: string[]; value: string },
): string {
  const p = prefix;
  const method = exclusive ? EXCLUSIVE : INCLUSIVE;
  const listed = prefixes
    ? `<InclusiveNamespaces xmlns="${EXCLUSIVE}" PrefixList="${prefixes}"></InclusiveNamespaces>`
    : '';
  const signing =
    hash === 'sha1' && kind === 'rsa'
      ? `${DSIG}rsa-sha1`
      : `${MORE}${kind === 'rsa' ? 'rsa' : 'ecdsa'}-${hash}`;
  const references = (ids.length === 0 ? [''] : ids.map((id) => `#${id}`)).map(
    (uri, at) =>
      `<${p}Reference URI="${uri}"><${p}Transforms>${uri === `#${timeId}` ? '' : `<${p}Transform Algorithm="${DSIG}enveloped-signature"></${p}Transform>`}` +
      `<${p}Transform Algorithm="${method}">${listed}</${p}Transform></${p}Transforms>` +
      `<${p}DigestMethod Algorithm="${DIGESTS[hash]}"></${p}DigestMethod><${p}DigestValue>${filled.digests[at] ?? ''}</${p}DigestValue></${p}Reference>`,
  );
  const object = time
    ? `<${p}Object Id="${timeId}"><${p}SignatureProperties><${p}SignatureProperty Target="#seller"><SigningTime>${time}</SigningTime></${p}SignatureProperty></${p}SignatureProperties></${p}Object>`
    : '';
  return (
    `<${p}Signature xmlns${prefix ? ':ds' : ''}="${DSIG}" Id="seller"><${p}SignedInfo>` +
    `<${p}CanonicalizationMethod Algorithm="${method}">${listed}</${p}CanonicalizationMethod><${p}SignatureMethod Algorithm="${signing}"></${p}SignatureMethod>` +
    `${references.join('')}</${p}SignedInfo><${p}SignatureValue>${filled.value}</${p}SignatureValue>` +
    `<${p}KeyInfo><${p}X509Data><${p}X509Certificate>${certificate}</${p}X509Certificate></${p}X509Data></${p}KeyInfo>${object}</${p}Signature>`
  );
}

function digestOf(xml: string, id: string | null, style: SigningStyle): string {
  // A reference to the time of signing is within the signature that the transform would take out.
  const from = id === null ? 0 : find(xml, id, true);
  const text = canonical(xml, from, style, id === 'signing-time' ? 0 : find(xml, 'Signature'));
  return createHash(style.hash).update(text).digest('base64');
}

function canonical(xml: string, from: number, style: SigningStyle, without = 0): string {
  const parts: string[] = [];
  const prefixes = style.exclusive ? (style.prefixes?.split(' ') ?? []) : [];
  const form = { exclusive: style.exclusive, comments: false, prefixes };
  captureCanonical(xml, [{ ...form, from, without, write: (text) => parts.push(text) }], () => undefined);
  return parts.join('');
}

/** The place of the last element of this name, or of the one with this id, among all. */
function find(xml: string, name: string, byId = false): number {
  const tags = [...xml.matchAll(/<(?:\w+:)?(\w+)((?:\s[^<>]*?)?)\/?>/g)];
  const at = tags.findLastIndex(([, tag, attributes]) =>
    byId ? attributes?.includes(`Id="${name}"`) || attributes?.includes(`id="${name}"`) : tag === name,
  );
  return at + 1;
}
