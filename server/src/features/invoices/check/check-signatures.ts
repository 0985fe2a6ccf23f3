import { createHash, type Hash, verify } from 'node:crypto';
import type { InvoiceReason } from '@bocau/contract/invoices.ts';
import type { FoundInvoice, FoundSignature, Survey } from '../read/survey-xml.ts';
import type { Budget } from '../read/walk-xml.ts';
import { type Capture, captureCanonical } from './canonical-xml.ts';
import { type Certificate, readCertificate } from './read-certificate.ts';
import { type ReadSignature, type Reference, readSignature } from './read-signature.ts';

export type SignerRole = 'seller' | 'buyer' | 'authority' | 'other';

export type CheckedSignature = {
  role: SignerRole;
  state: 'ok' | 'failed' | 'unknown';
  reason: InvoiceReason;
  certificate: Certificate | null;
  signedAt: number | null;
};

type Followed = {
  found: FoundSignature;
  read: ReadSignature;
  /** Elements that the references name, in their order; 0 for the whole document. */
  targets: number[];
  digests: Hash[];
  info: string[];
};

const ROLES: Readonly<Record<string, SignerRole>> = {
  NBan: 'seller',
  NMua: 'buyer',
  CQT: 'authority',
  CCKSKhac: 'other',
};

/**
 * The signatures of an invoice, each judged by the element that is shown: its bytes are taken from the same reading of the file, so
 * that nothing else can be signed than what is seen.
 */
export function checkSignatures(
  xml: string,
  survey: Survey,
  budget: Budget,
): (invoice: FoundInvoice) => CheckedSignature[] {
  const results = new Map<FoundSignature, (invoice: FoundInvoice) => CheckedSignature>();
  const followed: Followed[] = [];
  for (const found of survey.signatures) {
    const read = readSignature(found.tree);
    const targets = read && targetsOf(read.references, survey.ids);
    if (read === null) results.set(found, () => judged(found, 'unknown', 'method_unknown'));
    else if (targets === null || targets.includes(AMBIGUOUS))
      results.set(found, () => judged(found, 'failed', 'signed_ambiguously', read));
    else if (targets.includes(MISSING))
      results.set(found, () => judged(found, 'failed', 'signed_part_elsewhere', read));
    else {
      const digests = read.references.map(({ digest }) => createHash(digest));
      followed.push({ found, read, targets, digests, info: [] });
    }
  }
  if (followed.length > 0) captureCanonical(xml, followed.flatMap(capturesOf), budget);
  for (const one of followed) {
    const verdict = judge(one);
    results.set(one.found, (invoice) =>
      verdict.state === 'ok' && !covers(one, invoice)
        ? { ...verdict, state: 'failed', reason: 'signed_part_elsewhere' }
        : verdict,
    );
  }
  return (invoice) =>
    survey.signatures
      .filter(
        (found) =>
          belongs(found, invoice) || followed.some((one) => one.found === found && covers(one, invoice)),
      )
      .map((found) => (results.get(found) as (invoice: FoundInvoice) => CheckedSignature)(invoice));
}

const AMBIGUOUS = -1;
const MISSING = -2;

function targetsOf(references: Reference[], ids: Survey['ids']): number[] {
  return references.map(({ id }) => {
    if (id === null) return 0;
    const [first, ...others] = ids.get(id) ?? [];
    return first === undefined ? MISSING : others.length > 0 ? AMBIGUOUS : first;
  });
}

function capturesOf({ found, read, targets, digests, info }: Followed): Capture[] {
  const signature = found.tree.ordinal;
  // Something of the signature itself is nothing once the signature is taken out.
  const leftOut = ({ isEnveloped }: Reference, target: number) =>
    !isEnveloped ? 0 : target > signature && target <= read.last ? target : signature;
  return [
    ...read.references.map((reference, at) => ({
      ...reference.canonical,
      from: targets[at] as number,
      without: leftOut(reference, targets[at] as number),
      write: hashing(digests[at] as Hash),
    })),
    {
      ...read.canonical,
      from: read.signedInfo.ordinal,
      without: 0,
      write: (text: string) => info.push(text),
    },
  ];
}

/** Many small texts are hashed as few large ones. */
function hashing(hash: Hash): (text: string) => void {
  return (text) => hash.update(text, 'utf8');
}

/** The invoice data as a whole: it, or something that it is in, was signed. */
function covers({ targets }: Followed, { data, within }: FoundInvoice): boolean {
  return targets.some((target) => target === 0 || target === data.ordinal || within.includes(target));
}

/** It stands beside the invoice, in it or around it alone. */
function belongs({ tree, within }: FoundSignature, { first, last, data }: FoundInvoice): boolean {
  return (tree.ordinal >= first && tree.ordinal <= last) || within.includes(data.ordinal);
}

function judge({ found, read, targets, digests, info }: Followed): CheckedSignature {
  const isUnchanged = read.references.every(
    ({ value }, at) => (digests[at] as Hash).digest('base64') === value,
  );
  const certificates = read.certificates.flatMap((der) => readCertificate(der) ?? []);
  const signed = Buffer.from(info.join(''));
  const signer = certificates.find((certificate) => fits(certificate, read, signed));
  // A time that nobody has signed is not told.
  const isTimed = read.signingTime?.within.some((ordinal) => targets.includes(ordinal)) ?? false;
  const timed = isTimed ? read : { ...read, signingTime: null };
  if (certificates.length > 0 && signer === undefined)
    return judged(found, 'failed', 'signature_wrong', timed, certificates[0]);
  if (!isUnchanged) return judged(found, 'failed', 'changed_after_signing', timed, signer);
  if (signer === undefined) return judged(found, 'unknown', 'no_certificate', timed);
  return judged(found, 'ok', 'matches', timed, signer);
}

function fits({ key }: Certificate, { method, value }: ReadSignature, signed: Buffer): boolean {
  if (key.asymmetricKeyType !== method.key) return false;
  try {
    return verify(method.hash, signed, { key, dsaEncoding: 'ieee-p1363' }, value);
  } catch {
    return false;
  }
}

function judged(
  { path }: FoundSignature,
  state: CheckedSignature['state'],
  reason: InvoiceReason,
  read: ReadSignature | null = null,
  certificate: Certificate | null = null,
): CheckedSignature {
  return {
    role: roleOf(path),
    state,
    reason,
    certificate: certificate ?? readFirst(read),
    signedAt: read?.signingTime ? secondsOf(read.signingTime.text) : null,
  };
}

function readFirst(read: ReadSignature | null): Certificate | null {
  const [first] = read?.certificates ?? [];
  return first === undefined ? null : readCertificate(first);
}

function roleOf(path: readonly string[]): SignerRole {
  const at = path.lastIndexOf('DSCKS');
  if (at < 0) return 'seller';
  return ROLES[path[at + 1] ?? ''] ?? 'other';
}

/** Without a zone it is meant in that of Vietnam. */
function secondsOf(text: string): number | null {
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(text);
  const at = Date.parse(hasZone ? text : `${text}+07:00`);
  return Number.isNaN(at) ? null : Math.floor(at / 1000);
}
