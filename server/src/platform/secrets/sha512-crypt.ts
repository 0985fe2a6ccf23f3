import { createHash, timingSafeEqual } from 'node:crypto';

/** Password hashes of other mail systems, as `{SHA512-CRYPT}` of Dovecot and `$6$` of /etc/shadow. */
const FORM = /^\$6\$(?:rounds=(\d{1,9})\$)?([^$\n:]{0,16})\$([./0-9A-Za-z]{86})$/;
const ALPHABET = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const USUAL_ROUNDS = 5_000;
const LEAST_ROUNDS = 1_000;
/** More would block the program for seconds. */
const MOST_ROUNDS = 200_000;
/** Yields to other work after this many rounds. */
const ROUNDS_AT_ONCE = 1_000;

type Parsed = { rounds: number; salt: Buffer; digest: string };

function parse(hash: string): Parsed | null {
  const [, rounds, salt, digest] = FORM.exec(hash) ?? [];
  if (salt === undefined || digest === undefined) return null;
  const counted = rounds === undefined ? USUAL_ROUNDS : Math.max(LEAST_ROUNDS, Number(rounds));
  return counted > MOST_ROUNDS ? null : { rounds: counted, salt: Buffer.from(salt), digest };
}

export function isSha512Crypt(hash: string): boolean {
  return parse(hash) !== null;
}

/** Follows the specification by Ulrich Drepper; the numbers below are its steps. */
export async function verifySha512Crypt(hash: string, password: string): Promise<boolean> {
  const parsed = parse(hash);
  if (parsed === null) return false;
  const made = await digest(Buffer.from(password), parsed);
  return timingSafeEqual(Buffer.from(made), Buffer.from(parsed.digest));
}

async function digest(key: Buffer, { salt, rounds }: Parsed): Promise<string> {
  const b = sha512(key, salt, key);
  // 9 to 12
  const parts: Buffer[] = [key, salt, repeated(b, key.length)];
  for (let length = key.length; length > 0; length >>= 1) parts.push(length & 1 ? b : key);
  let a = sha512(...parts);
  // 13 to 20
  const p = repeated(sha512(...Array.from({ length: key.length }, () => key)), key.length);
  const s = repeated(sha512(...Array.from({ length: 16 + (a[0] as number) }, () => salt)), salt.length);
  // 21
  for (let round = 0; round < rounds; round += 1) {
    const odd = round % 2 === 1;
    const inner = [odd ? p : a];
    if (round % 3 !== 0) inner.push(s);
    if (round % 7 !== 0) inner.push(p);
    a = sha512(...inner, odd ? a : p);
    if (round % ROUNDS_AT_ONCE === ROUNDS_AT_ONCE - 1) await new Promise(setImmediate);
  }
  return encoded(a);
}

function sha512(...parts: Buffer[]): Buffer {
  const hash = createHash('sha512');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function repeated(bytes: Buffer, length: number): Buffer {
  return Buffer.alloc(length, bytes);
}

/** Step 22: three bytes give four characters, in a special order. */
function encoded(bytes: Buffer): string {
  let text = '';
  let [x, y, z] = [0, 21, 42];
  for (let group = 0; group < 21; group += 1) {
    text += characters(bytes[x] as number, bytes[y] as number, bytes[z] as number, 4);
    [x, y, z] = [y + 1, z + 1, x + 1];
  }
  return text + characters(0, 0, bytes[63] as number, 2);
}

function characters(high: number, middle: number, low: number, count: number): string {
  let value = (high << 16) | (middle << 8) | low;
  let text = '';
  for (let at = 0; at < count; at += 1) {
    text += ALPHABET[value & 63];
    value >>= 6;
  }
  return text;
}
