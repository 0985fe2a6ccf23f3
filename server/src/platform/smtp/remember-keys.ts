import crypto, { type KeyObject } from 'node:crypto';

const AT_MOST = 1_000;

type KeyInput = { key: Buffer; format: string; type: string };
type Export = KeyObject['export'];

/**
 * Caches parsed public keys in this thread. mailauth parses and exports the key of a signature for every
 * message, some 40 % of the cost of judging one; a burst uses few keys. The cache key is the bytes of the
 * key, so it reveals nothing about their origin. A version of mailauth that calls these functions differently
 * is served uncached.
 */
export function rememberKeys(): void {
  const { createPublicKey: read, verify } = crypto;
  const known = new Map<string, KeyObject>();
  const remembering = (given: Parameters<typeof read>[0]): KeyObject => {
    const name = nameOf(given);
    if (name === null) return read(given);
    const key = known.get(name) ?? rememberExports(read(given));
    if (known.size >= AT_MOST) known.clear();
    known.set(name, key);
    return key;
  };
  // The key is passed back as its PEM text.
  const verifying = (...[algorithm, data, key, signature]: Parameters<typeof verify>) =>
    verify(algorithm, data, typeof key === 'string' ? remembering(key) : key, signature);
  Object.assign(crypto, { createPublicKey: remembering, verify: verifying });
}

function nameOf(given: unknown): string | null {
  if (typeof given === 'string') return given;
  const { key, format, type, ...more } = (given ?? {}) as Partial<KeyInput>;
  if (!Buffer.isBuffer(key) || format !== 'der' || Object.keys(more).length > 0) return null;
  return `${type} ${key.toString('base64')}`;
}

/** Errors are cached too: OpenSSL cannot export every key in every form. */
function rememberExports(key: KeyObject): KeyObject {
  const write = key.export.bind(key) as (options: unknown) => unknown;
  const written = new Map<string, { text: unknown } | { error: unknown }>();
  const remembering = (options: unknown) => {
    const name = JSON.stringify(options);
    const said = written.get(name) ?? attempt(() => write(options));
    written.set(name, said);
    if ('error' in said) throw said.error;
    return said.text;
  };
  return Object.assign(key, { export: remembering as Export });
}

function attempt(work: () => unknown): { text: unknown } | { error: unknown } {
  try {
    return { text: work() };
  } catch (error) {
    return { error };
  }
}
