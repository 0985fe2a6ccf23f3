import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/** The keys with which the office server signs its calls: the current one and the previous one. */
export type ProofKeys = { current: KeyObject; old: KeyObject | null };

/** The signed parts of a call. */
export type ProvenCall = {
  accessToken: string;
  /** The complete requested URL. */
  url: string;
  /** X-WOPI-TimeStamp, X-WOPI-Proof and X-WOPI-ProofOld, as received. */
  timestamp: string;
  proof: string;
  proofOld: string;
};

const LONGEST_DELAY_MS = 20 * 60_000;
/** Times are in units of 100 ns since the year 1. */
const TICKS_AT_1970 = 621_355_968_000_000_000n;
const TICKS_A_MS = 10_000n;

/** A key in a discovery: modulus and exponent in base64; null when invalid. */
export function readProofKey(modulus: string | null, exponent: string | null): KeyObject | null {
  if (!modulus || !exponent) return null;
  const [n, e] = [modulus, exponent].map((part) => Buffer.from(part, 'base64').toString('base64url'));
  try {
    return createPublicKey({ key: { kty: 'RSA', n: n as string, e: e as string }, format: 'jwk' });
  } catch {
    return null;
  }
}

/**
 * Whether the office server signed a call within the last 20 minutes. Keys rotate: the caller may have newer
 * keys than we do, and sign with its current or its old one.
 */
export function isProven(call: ProvenCall, keys: ProofKeys, nowMs: number): boolean {
  if (!/^\d{1,19}$/.test(call.timestamp)) return false;
  const ticks = BigInt(call.timestamp);
  const ageMs = nowMs - Number((ticks - TICKS_AT_1970) / TICKS_A_MS);
  if (ageMs > LONGEST_DELAY_MS || ageMs < -LONGEST_DELAY_MS) return false;
  const signed = signedBytes(call, ticks);
  return (
    isSigned(signed, call.proof, keys.current) ||
    isSigned(signed, call.proofOld, keys.current) ||
    (keys.old !== null && isSigned(signed, call.proof, keys.old))
  );
}

/** The token, the upper-case URL and the time, each prefixed by its length in four bytes. */
export function signedBytes(
  { accessToken, url }: Pick<ProvenCall, 'accessToken' | 'url'>,
  ticks: bigint,
): Buffer {
  const time = Buffer.alloc(8);
  time.writeBigInt64BE(BigInt.asIntN(64, ticks));
  const parts = [Buffer.from(accessToken), Buffer.from(url.toUpperCase()), time];
  return Buffer.concat(
    parts.flatMap((part) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(part.length);
      return [length, part];
    }),
  );
}

function isSigned(bytes: Buffer, proof: string, key: KeyObject): boolean {
  return proof !== '' && verify('sha256', bytes, key, Buffer.from(proof, 'base64'));
}
