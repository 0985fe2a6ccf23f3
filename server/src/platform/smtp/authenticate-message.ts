import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type {
  ARCData,
  ARCResult,
  AuthenticateOptions,
  AuthenticateResult,
  DKIMResult,
  DKIMVerifyResult,
  DMARCResult,
} from 'mailauth';
import { arc, spf } from 'mailauth';
import { hasBareLineFeed } from './bare-line-feed.ts';

/** The mailauth options that are respected. */
export type Question = Required<
  Pick<AuthenticateOptions, 'ip' | 'helo' | 'sender' | 'mta' | 'resolver' | 'strict'>
> & { disableBimi: true };
export type Authenticated = Pick<AuthenticateResult, 'arc' | 'dmarc' | 'spf'> & {
  dkim: Pick<DKIMVerifyResult, 'headerFrom' | 'results'>;
};

/** mailauth's parsed signature field; with `skip` set, it is not verified. */
type ReadSignature = { canonicalization: string; skip?: string };
/** The stream that verifies a message, with the internal methods that mailauth calls afterwards. */
type Verifier = Writable &
  DKIMVerifyResult & {
    arc: ARCData;
    prepareSignature(signature: ReadSignature): void;
    emitHeaders(block: Buffer): Promise<void>;
    nextChunk(body: Buffer): Promise<void>;
    finalChunk(): Promise<void>;
  };
type DmarcQuestion = Pick<Question, 'resolver' | 'strict'> & {
  headerFrom: string[];
  fromFields: number;
  spfDomains: string[];
  dkimDomains: { id: unknown; domain: unknown; aligned: unknown; underSized: unknown }[];
  arcResult: ARCResult;
};
type Dmarc = { response: DMARCResult | false; dkimAligned?: Set<string> };

// mailauth's internals. When a version of it moves or renames them, the thread does not start, which every
// delivery test detects; a test compares the results with mailauth's own.
const inside = createRequire(import.meta.url);
const { DkimVerifier } = inside('mailauth/lib/dkim/dkim-verifier.js') as {
  DkimVerifier: {
    new (options: Pick<Question, 'resolver' | 'sender' | 'strict'>): Verifier;
    prototype: Verifier;
  };
};
const { evaluateDmarc } = inside('mailauth/lib/dmarc/index.js') as {
  evaluateDmarc(question: DmarcQuestion): Promise<Dmarc>;
};
const { formatDomain, getAlignment } = inside('mailauth/lib/tools.js') as {
  formatDomain(domain: string | undefined): string;
  getAlignment(of: string | undefined, domains: (string | undefined)[], strictly: boolean): object | false;
};
expectFunctions({ DkimVerifier, evaluateDmarc, formatDomain, getAlignment });
const { prepareSignature, emitHeaders, nextChunk, finalChunk } = DkimVerifier.prototype;
expectFunctions({ prepareSignature, emitHeaders, nextChunk, finalChunk });

const CR = 0x0d;
const LF = 0x0a;
const LINE_OF_ITS_OWN = /\n(?![ \t])/;

class SignatureVerifier extends DkimVerifier {
  override prepareSignature(signature: ReadSignature): void {
    super.prepareSignature(signature);
    // Treated as "simple" here and as unknown later, which aborts the check of all signatures.
    if (signature.canonicalization.startsWith('/')) signature.skip = 'unknown canonicalization';
  }
}

/**
 * The results of mailauth's `authenticate`, from the same functions, without the header fields that it
 * writes; excludes signatures that pass there but prove nothing.
 */
export async function authenticateMessage(
  message: Buffer | Readable,
  question: Question,
): Promise<Authenticated> {
  const { resolver, strict, ip, sender } = question;
  const dkim = new SignatureVerifier({ resolver, sender, strict });
  await read(message, dkim);
  const helo = question.helo || ip;
  // SPF needs an address.
  const client = ip === '' ? null : await spf({ ...question, helo: isIP(helo) ? `[${helo}]` : helo });
  const chain = await arc(dkim.arc, { resolver, strict, ip });
  const { response, dkimAligned } = await evaluateDmarc({
    headerFrom: dkim.headerFrom,
    fromFields: dkim.fromFields,
    spfDomains: client?.status.result === 'pass' && client.domain ? [client.domain] : [],
    dkimDomains: dkim.results.filter(isProof).map(({ id, signingDomain, status }) => ({
      id,
      domain: signingDomain,
      aligned: status.aligned,
      underSized: status.underSized,
    })),
    arcResult: chain,
    resolver,
    strict,
  });
  for (const one of dkim.results) {
    if (one.status.result === 'pass' && !isProof(one)) one.status.aligned = false;
    else if (response && dkimAligned) one.status.aligned = alignedBy(one, response, dkimAligned);
  }
  return { dkim, spf: client ?? false, arc: chain, dmarc: response };
}

/**
 * A stream searches the end of the header byte by byte, which is half of the time: a message in memory skips
 * it.
 */
async function read(message: Buffer | Readable, dkim: Verifier): Promise<void> {
  if (!Buffer.isBuffer(message)) return pipeline(message, dkim);
  // mailauth rewrites them to CRLF before hashing, which the fast path does not do.
  if (hasBareLineFeed(message)) return pipeline(Readable.from([message]), dkim);
  const end = headerEnd(message);
  await dkim.emitHeaders(message.subarray(0, end));
  if (end < message.length) await dkim.nextChunk(message.subarray(end));
  await dkim.finalChunk();
}

function expectFunctions(parts: Record<string, unknown>): void {
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part !== 'function') throw new Error(`mailauth has no ${name} where it is looked for`);
  }
}

/** A passing signature gets DMARC's alignment; a failing one, the mode that the DMARC record demands. */
function alignedBy(
  { status, signingDomain }: DKIMResult,
  dmarc: DMARCResult,
  aligned: Set<string>,
): DKIMResult['status']['aligned'] {
  if (status.result === 'pass') return aligned.has(formatDomain(signingDomain)) && signingDomain;
  if (!dmarc.alignment.dkim.strict) return status.aligned;
  const isAligned = status.aligned && getAlignment(dmarc.status.header?.from, [signingDomain], true);
  return isAligned ? signingDomain : false;
}

/** docs/security.md lists these, and what else mailauth lets pass. */
function isProof({ status, signingHeaders }: DKIMResult): boolean {
  // A signature over only the beginning of the body lets anyone append to it (DKIM `l=`).
  const isWhole = !status.underSized;
  // "Relaxed" canonicalization joins lines of any kind, so a malformed field lets its author choose how much
  // of it is read.
  const isUnbroken = signingHeaders?.headers.every((line) => !LINE_OF_ITS_OWN.test(line)) ?? false;
  return status.result === 'pass' && isWhole && isUnbroken;
}

/** The position after the empty line that ends the header; the end of a message without a body. */
function headerEnd(message: Buffer): number {
  if (message[0] === CR && message[1] === LF) return 2;
  const end = message.indexOf('\n\r\n');
  return end === -1 ? message.length : end + 3;
}
