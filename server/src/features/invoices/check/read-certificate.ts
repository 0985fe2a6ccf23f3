import { createHash, X509Certificate } from 'node:crypto';

/** Whom a certificate names, and who says so. */
export type Certificate = {
  name: string;
  taxCode: string;
  issuer: string;
  validFrom: number;
  validTo: number;
  key: X509Certificate['publicKey'];
  /** A hash of the key, by which the same signer is known again. */
  keyHash: string;
};

/** Where certification services write whom they have looked at; in a name or an address anything may stand. */
const PLACES = ['UID=', 'serialNumber='];
const TAX_CODE = /^(?:MST|TIN)\s*:?\s*(\d{10}(?:-?\d{3})?|\d{12})$/i;
const LONGEST_NAME = 200;

/** Null where it can't be read. Nobody is asked whether it is trusted. */
export function readCertificate(der: Buffer): Certificate | null {
  try {
    const certificate = new X509Certificate(der);
    const { subject, issuer, validFrom, validTo, publicKey } = certificate;
    const [from, to] = [validFrom, validTo].map((day) => Math.floor(Date.parse(day) / 1000)) as [
      number,
      number,
    ];
    if (Number.isNaN(from + to)) return null;
    return {
      name: commonName(subject),
      taxCode: taxCodeOf(subject),
      issuer: commonName(issuer),
      validFrom: from,
      validTo: to,
      key: publicKey,
      keyHash: createHash('sha256')
        .update(publicKey.export({ type: 'spki', format: 'der' }))
        .digest('hex'),
    };
  } catch {
    return null;
  }
}

/** Empty where there is none, or more than one. */
function taxCodeOf(subject: string): string {
  const codes = subject.split('\n').flatMap((line) => {
    const place = PLACES.find((one) => line.startsWith(one));
    const value = place === undefined ? '' : unescapeName(line.slice(place.length)).trim();
    return TAX_CODE.exec(value)?.[1] ?? [];
  });
  return new Set(codes).size === 1 ? (codes[0] as string) : '';
}

function commonName(name: string): string {
  const line = name.split('\n').find((part) => part.startsWith('CN='));
  return unescapeName(line?.slice('CN='.length) ?? name)
    .trim()
    .slice(0, LONGEST_NAME);
}

/** Node writes names as RFC 2253 has it, with a backslash before what is special. */
function unescapeName(text: string): string {
  return text.replace(/\\([,+"\\<>;=# ])/g, '$1').toWellFormed();
}
