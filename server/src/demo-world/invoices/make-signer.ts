import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export type Signer = { key: KeyObject; kind: 'rsa' | 'ec'; certificate: string };

type CertificateOptions = {
  kind: 'rsa' | 'ec';
  name: string;
  /** Empty where the certificate has none. */
  taxCode: string;
  /** One that there is already: keys take their time. */
  key?: KeyObject;
  from?: string;
  to?: string;
};

const CN = '2.5.4.3';
const UID = '0.9.2342.19200300.100.1.1';

/** A key with a certificate that it has signed itself, as those of the public certification services look. */
export function makeSigner(options: CertificateOptions): Signer {
  const { kind, name, taxCode, from = '20250101000000Z', to = '20281231000000Z' } = options;
  const key = options.key ?? makeKey(kind);
  const method =
    kind === 'rsa'
      ? sequence(oid('1.2.840.113549.1.1.11'), der(0x05, Buffer.alloc(0)))
      : sequence(oid('1.2.840.10045.4.3.2'));
  const number = taxCode === '' ? [] : [named(UID, `MST:${taxCode}`)];
  const subject = sequence(...number, named(CN, name));
  const issuer = sequence(named(CN, 'CA Thử Nghiệm'));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    method,
    issuer,
    sequence(der(0x18, Buffer.from(from)), der(0x18, Buffer.from(to))),
    subject,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', body, key);
  const whole = sequence(body, method, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return { key, kind, certificate: whole.toString('base64') };
}

function makeKey(kind: Signer['kind']): KeyObject {
  const { privateKey } =
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  return privateKey;
}

function named(type: string, value: string): Buffer {
  return der(0x31, sequence(oid(type), der(0x0c, Buffer.from(value))));
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function der(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  if (length < 0x100) return Buffer.from([0x81, length]);
  return Buffer.from([0x82, length >> 8, length & 0xff]);
}

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...others] = text.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const part of others) {
    const groups = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return der(0x06, Buffer.from(bytes));
}
