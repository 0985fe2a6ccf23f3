import { childrenOf, find, type Tree, textAt } from '../read/xml-tree.ts';
import type { Canonical } from './canonical-xml.ts';

/** A reference that can be followed: an element of the same file, or the whole of it. */
export type Reference = {
  /** Null for the whole document. */
  id: string | null;
  isEnveloped: boolean;
  canonical: Canonical;
  digest: string;
  value: string;
};

export type ReadSignature = {
  signedInfo: Tree;
  canonical: Canonical;
  method: { hash: string; key: 'rsa' | 'ec' };
  value: Buffer;
  references: Reference[];
  /** In DER. */
  certificates: Buffer[];
  /** As it is written in the signature, and the elements of this in which it stands. */
  signingTime: { within: number[]; text: string } | null;
  /** The last element in it. */
  last: number;
};

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = `${DSIG}enveloped-signature`;

const INCLUSIVE = { exclusive: false, comments: false, prefixes: [] } as const;
const CANONICAL: Readonly<Record<string, Canonical>> = {
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315': INCLUSIVE,
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments': { ...INCLUSIVE, comments: true },
  'http://www.w3.org/2006/12/xml-c14n11': INCLUSIVE,
  'http://www.w3.org/2006/12/xml-c14n11#WithComments': { ...INCLUSIVE, comments: true },
  [EXCLUSIVE]: { ...INCLUSIVE, exclusive: true },
  [`${EXCLUSIVE}WithComments`]: { ...INCLUSIVE, exclusive: true, comments: true },
};

const DIGESTS: Readonly<Record<string, string>> = {
  [`${DSIG}sha1`]: 'sha1',
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  [`${MORE}sha384`]: 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
};

const METHODS: Readonly<Record<string, ReadSignature['method']>> = {
  [`${DSIG}rsa-sha1`]: { hash: 'sha1', key: 'rsa' },
  [`${MORE}rsa-sha256`]: { hash: 'sha256', key: 'rsa' },
  [`${MORE}rsa-sha384`]: { hash: 'sha384', key: 'rsa' },
  [`${MORE}rsa-sha512`]: { hash: 'sha512', key: 'rsa' },
  [`${MORE}ecdsa-sha1`]: { hash: 'sha1', key: 'ec' },
  [`${MORE}ecdsa-sha256`]: { hash: 'sha256', key: 'ec' },
  [`${MORE}ecdsa-sha384`]: { hash: 'sha384', key: 'ec' },
  [`${MORE}ecdsa-sha512`]: { hash: 'sha512', key: 'ec' },
};

const MOST_REFERENCES = 8;
const MOST_CERTIFICATES = 6;

/** Null where it is made in a way that is not checked here: other methods, transforms or places. */
export function readSignature(signature: Tree): ReadSignature | null {
  const infos = childrenOf(signature, 'SignedInfo');
  const values = childrenOf(signature, 'SignatureValue');
  const [signedInfo] = infos;
  if (infos.length !== 1 || values.length !== 1 || signedInfo === undefined) return null;
  const canonical = canonicalOf(find(signedInfo, 'CanonicalizationMethod'));
  const method = METHODS[algorithmOf(find(signedInfo, 'SignatureMethod'))];
  const references = childrenOf(signedInfo, 'Reference').map(readReference);
  const isReadable = references.every((reference) => reference !== null);
  if (!canonical || !method || !isReadable) return null;
  if (references.length === 0 || references.length > MOST_REFERENCES) return null;
  const certificates = childrenOf(find(signature, 'KeyInfo'), 'X509Data')
    .flatMap((data) => childrenOf(data, 'X509Certificate'))
    .slice(0, MOST_CERTIFICATES)
    .map(({ text }) => Buffer.from(text, 'base64'));
  return {
    signedInfo,
    canonical,
    method,
    value: Buffer.from(values[0]?.text ?? '', 'base64'),
    references,
    certificates,
    signingTime: signingTimeOf(signature),
    last: lastOf(signature),
  };
}

function readReference(tree: Tree): Reference | null {
  const uri = tree.attributes.URI;
  const digest = DIGESTS[algorithmOf(find(tree, 'DigestMethod'))];
  // What is said by a name alone, or is elsewhere, is not followed.
  if (uri === undefined || !/^(#[^()\s]+)?$/.test(uri) || digest === undefined) return null;
  let canonical: Canonical | null = null;
  let isEnveloped = false;
  for (const transform of childrenOf(find(tree, 'Transforms'), 'Transform')) {
    const algorithm = algorithmOf(transform);
    const method = canonicalOf(transform);
    // Nothing is transformed once it is bytes.
    if (canonical !== null) return null;
    if (algorithm === ENVELOPED) isEnveloped = true;
    else if (method) canonical = method;
    else return null;
  }
  const value = textAt(tree, 'DigestValue').replaceAll(' ', '');
  return {
    id: uri === '' ? null : uri.slice(1),
    isEnveloped,
    // References to the same document leave comments out.
    canonical: { ...(canonical ?? INCLUSIVE), comments: false },
    digest,
    value,
  };
}

function canonicalOf(method: Tree | undefined): Canonical | undefined {
  const canonical = CANONICAL[algorithmOf(method)];
  if (!canonical?.exclusive) return canonical;
  // In a namespace of its own.
  const listed = method?.children.find(({ name }) => name === 'InclusiveNamespaces');
  const prefixes = listed?.attributes.PrefixList ?? '';
  return { ...canonical, prefixes: prefixes.split(/\s+/).filter((prefix) => prefix !== '') };
}

function algorithmOf(tree: Tree | undefined): string {
  return tree?.attributes.Algorithm ?? '';
}

function signingTimeOf(tree: Tree): ReadSignature['signingTime'] {
  if (tree.name === 'SigningTime') return { within: [tree.ordinal], text: tree.text.trim() };
  for (const child of tree.children) {
    const found = signingTimeOf(child);
    if (found !== null) return { ...found, within: [tree.ordinal, ...found.within] };
  }
  return null;
}

function lastOf(tree: Tree): number {
  const last = tree.children.at(-1);
  return last === undefined ? tree.ordinal : lastOf(last);
}
