export type PlainCredentials = {
  name: string;
  password: string;
  /** The client would act for somebody else than who signs in. */
  forAnother: boolean;
};

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The answer of SASL PLAIN (RFC 4616) in base64; null where it is none. */
export function parsePlain(answer: string): PlainCredentials | null {
  if (!BASE64.test(answer)) return null;
  const [authorize = '', name, password, more] = decode(Buffer.from(answer, 'base64'))?.split('\0') ?? [];
  if (name === undefined || password === undefined || more !== undefined) return null;
  return { name, password, forAnother: authorize !== '' && authorize.toLowerCase() !== name.toLowerCase() };
}

function decode(bytes: Buffer): string | null {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}
