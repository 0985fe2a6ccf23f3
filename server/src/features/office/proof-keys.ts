import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/** What the office server signs its calls by: the key of today, and the one before. */
export type ProofKeys = { current: KeyObject; old: KeyObject | null };

/** A call as it was signed. */
export type ProvenCall = {
  accessToken: string;
  /** The whole address as it was called. */
  url: string;
  /** X-WOPI-TimeStamp, X-WOPI-Proof and X-WOPI-ProofOld, as they came. */
  timestamp: string;
  proof: string;
  proofOld: string;
};

const LONGEST_DELAY_MS = 20 * 60_000;
/** Times are counted in tenths of a microsecond since the year 1. */
const TICKS_AT_1970 = 621_355_968_000_000_000n;
const TICKS_A_MS = 10_000n;

/** A key as a discovery has it: modulus and exponent in base64; null where they make none. */
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
 * Whether a call is signed by the office server, within the last 20 minutes. Keys change in turn: the caller may know a
 * newer pair than we do, and sign by what is its current or its old one.
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

/** The token, the address in capitals and the time, each after its length in four bytes. */
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
