import { generateKeyPairSync } from 'node:crypto';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { authenticate, type DKIMSignOptions, dkimSign, sealMessage } from 'mailauth';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hostileDeliveries } from '../../test-kit/hostile-mail.ts';
import { type Authenticated, authenticateMessage, type Question } from './authenticate-message.ts';

const inside = createRequire(import.meta.url);

/** Longer ones add nothing, and mailauth reads them slowly. */
const LONGEST = 16 * 1024;
const PIECE = 1_000;
/** A line that neither begins a field nor continues one. */
const BROKEN_FIELD = /\n(?![ \t]|[!-9;-~]+[ \t]*:)./;

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const short = generateKeyPairSync('rsa', {
  modulusLength: 768,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const curve = generateKeyPairSync('ed25519', {
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const key = [[`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`]];
const zone: Record<string, string[][]> = {
  'away.test': [['v=spf1 ip4:192.0.2.1 -all']],
  'mx.away.test': [['v=spf1 ip4:192.0.2.1 -all']],
  's1._domainkey.away.test': key,
  's1._domainkey.mail.away.test': key,
  's1._domainkey.strict.test': key,
  's1._domainkey.mail.strict.test': key,
  's1._domainkey.other.test': key,
  'short._domainkey.away.test': [[`v=DKIM1; k=rsa; p=${short.publicKey.toString('base64')}`]],
  // The raw key is the end of its ASN.1 structure.
  'curve._domainkey.away.test': [
    [`v=DKIM1; k=ed25519; p=${curve.publicKey.subarray(-32).toString('base64')}`],
  ],
  '_dmarc.away.test': [['v=DMARC1; p=reject']],
  '_dmarc.strict.test': [['v=DMARC1; p=quarantine; adkim=s; aspf=s']],
};
const options: Question = {
  ip: '192.0.2.1',
  helo: 'mx.away.test',
  sender: 'a@away.test',
  mta: 'mx.home.test',
  async resolver(name: string, type: string) {
    if (name.includes('down.test')) throw Object.assign(new Error('refused'), { code: 'ESERVFAIL' });
    const records = type === 'TXT' ? zone[name.toLowerCase()] : undefined;
    if (!records) throw Object.assign(new Error('nothing there'), { code: 'ENOTFOUND' });
    return records;
  },
  strict: true,
  disableBimi: true,
};

/** Removes mailauth's explanatory text, and the selector that it makes up for a signature without one. */
function comparable({ dkim, spf, dmarc, arc }: Authenticated) {
  return {
    signatures: dkim.results.map(({ id, signature, ...rest }) => ({
      ...rest,
      id: signature && id,
      signature,
    })),
    authors: dkim.headerFrom,
    spf,
    dmarc,
    arc: arc && { ...arc, authResults: null },
  };
}

async function expectTheSame(name: string, raw: Buffer, more: Partial<Question> = {}) {
  const asked = { ...options, ...more };
  const [whole, inPieces, theirs] = await Promise.all([
    authenticateMessage(raw, asked),
    authenticateMessage(Readable.from(piecesOf(raw)), asked),
    authenticate(raw, asked),
  ]);
  // Without an address the judge omits SPF, whatever mailauth does.
  const expected = comparable({ ...theirs, spf: asked.ip === '' ? false : theirs.spf });
  expect([name, comparable(whole)]).toEqual([name, expected]);
  expect([name, 'in pieces', comparable(inPieces)]).toEqual([name, 'in pieces', expected]);
  return whole;
}

function* piecesOf(raw: Buffer): Generator<Buffer> {
  for (let at = 0; at < raw.length; at += PIECE) yield raw.subarray(at, at + PIECE);
}

function message(from = 'A <a@away.test>', body = 'hello  there \r\n\r\n one\t\r\n\r\n'): string {
  return `From: ${from}\r\nTo: b@home.test\r\nSubject: hi\r\n folded\r\nReceived: from x ([192.0.2.7])\r\n\r\n${body}`;
}

type Signature = NonNullable<DKIMSignOptions['signatureData']>[number];

async function signed(raw: string | Buffer, ...signatures: Partial<Signature>[]) {
  const head = await Promise.all(
    signatures.map(async (more) => {
      const one = { signingDomain: 'away.test', selector: 's1', privateKey, ...more };
      return (await dkimSign(Buffer.from(raw as string), { ...one, signatureData: [one] })).signatures;
    }),
  );
  return Buffer.concat([Buffer.from(head.join('')), Buffer.from(raw as string)]);
}

const forms = ['simple/simple', 'simple/relaxed', 'relaxed/simple', 'relaxed/relaxed'];
const bodies = [
  '',
  '\r\n',
  'a',
  'a\r\n',
  ' \r\n\r\n',
  'a \t b\r\n\r\n\r\n',
  '\r\n\r\nb',
  'a\rb\r\n',
  '\0\xff\r\n',
];

test.each(forms)('finds what mailauth finds in a signature of any body: %s', async (canonicalization) => {
  for (const body of bodies) {
    const raw = await signed(message(undefined, body), { canonicalization });
    const { dkim } = await expectTheSame(JSON.stringify(body), raw);
    expect([body, dkim.results.map(({ status }) => status.result)]).toEqual([body, ['pass']]);
    await expectTheSame(`${JSON.stringify(body)} and more`, Buffer.concat([raw, Buffer.from('more\r\n')]));
    await expectTheSame(
      `${JSON.stringify(body)}, no line`,
      Buffer.from(raw.toString('latin1').trimEnd(), 'latin1'),
    );
  }
});

test.each<[string, string, Partial<Signature>[], Partial<Question>]>([
  ['two signatures', message(), [{}, { signingDomain: 'other.test' }], {}],
  ['of a domain below', message(), [{ signingDomain: 'mail.away.test' }], {}],
  ['of a domain below, strictly', message('a@strict.test'), [{ signingDomain: 'mail.strict.test' }], {}],
  [
    'aligned strictly',
    message('a@strict.test'),
    [{ signingDomain: 'strict.test' }, {}],
    { sender: 'a@strict.test' },
  ],
  ['of which DNS says nothing', message(), [{ selector: 'missing' }], {}],
  ['of a name server that is down', message(), [{ signingDomain: 'down.test' }], {}],
  ['from an author whose name server is down', message('a@down.test'), [{}], {}],
  ['without an address of the client', message(), [{}], { ip: '', helo: '' }],
  ['without a name of the client', message(), [{}], { helo: '', sender: '' }],
  ['with an address for a name', message(), [{}], { helo: '192.0.2.1', sender: '' }],
  ['from the null sender', message(), [{}], { sender: '' }],
  ['from a forger', message(), [], { ip: '192.0.2.9' }],
  ['from two authors', message('a@away.test, b@other.test'), [{}], {}],
  ['from two fields', `From: b@home.test\r\n${message()}`, [{}], {}],
  ['from nobody', message(''), [{}], {}],
  ['of a header alone', 'From: a@away.test\r\n', [{}], {}],
])('finds what mailauth finds in a message %s', async (name, raw, signatures, more) => {
  const sent = await signed(raw, ...signatures);
  await expectTheSame(name, sent, more);
  // The signature itself is intact, but not the content that it covers.
  const changed = sent.toString('latin1').replace('hello', 'hallo').replace('Subject: hi', 'Subject: ho');
  await expectTheSame(`${name}, changed`, Buffer.from(changed, 'latin1'), more);
});

const strictly = { signingDomain: 'strict.test' };
const below = { signingDomain: 'mail.strict.test' };
const past = { signTime: new Date('2020-01-01T00:00:00Z'), expires: new Date('2020-01-08T00:00:00Z') };

test.each<[string, string, Partial<Signature>, [string, string], string]>([
  ['that is over', 'a@away.test', past, ['', ''], 'neutral'],
  ['of a day to come', 'a@away.test', { signTime: new Date('2100-01-01T00:00:00Z') }, ['', ''], 'pass'],
  ['by ed25519', 'a@away.test', { selector: 'curve', privateKey: curve.privateKey }, ['', ''], 'pass'],
  ['by a short key', 'a@away.test', { selector: 'short', privateKey: short.privateKey }, ['', ''], 'policy'],
  ['by an unknown algorithm', 'a@strict.test', strictly, ['rsa-sha256', 'rsa-sha512'], 'neutral'],
  ['by an unknown algorithm, from below', 'a@strict.test', below, ['rsa-sha256', 'rsa-sha512'], 'neutral'],
  ['without a selector, from below', 'a@strict.test', below, [' s=s1;', ''], 'neutral'],
  [
    'that fails, of a domain in capitals',
    'a@strict.test',
    { signingDomain: 'Strict.TEST' },
    ['hello', 'hallo'],
    'fail',
  ],
  ['that does not cover the author', 'a@away.test', {}, ['To: From;', 'To;'], 'neutral'],
])('finds what mailauth finds in a signature %s', async (name, from, signature, [text, other], result) => {
  const sent = (await signed(message(from), signature)).toString('latin1');
  expect(sent).toContain(text);
  const { dkim } = await expectTheSame(name, Buffer.from(sent.replace(text, other), 'latin1'));
  expect(dkim.results.map(({ status }) => status.result)).toEqual([result]);
});

test('finds what mailauth finds in a chain of ARC', async () => {
  const raw = await signed(message(), {});
  const seal = {
    signingDomain: 'other.test',
    selector: 's1',
    privateKey,
    authResults: 'list.test; spf=pass',
  };
  const sealed = Buffer.concat([await sealMessage(raw, { ...seal, cv: 'none' }), raw]);
  expect((await expectTheSame('sealed', sealed)).arc).toMatchObject({ status: { result: 'pass' } });
  const twice = Buffer.concat([await sealMessage(sealed, { ...seal, cv: 'pass' }), sealed]);
  expect((await expectTheSame('sealed twice', twice)).arc).toMatchObject({ status: { result: 'pass' } });
  const broken = Buffer.from(twice.toString('latin1').replace('hello', 'hallo'), 'latin1');
  expect((await expectTheSame('broken', broken)).arc).toMatchObject({ status: { result: 'fail' } });
  const first = /^ARC-Seal: i=1;.*\r\n(?:[ \t].*\r\n)*/m;
  expect(twice.toString('latin1')).toMatch(first);
  const gap = Buffer.from(twice.toString('latin1').replace(first, ''), 'latin1');
  expect((await expectTheSame('a seal missing', gap)).arc).toMatchObject({ status: { result: 'fail' } });
  const later = twice.subarray(0, twice.length - sealed.length);
  const alone = Buffer.concat([later, raw]);
  expect((await expectTheSame('the first missing', alone)).arc).toMatchObject({ status: { result: 'fail' } });
});

test('finds what mailauth finds in malformed messages that are signed', async () => {
  let compared = 0;
  for (const { name, raw } of hostileDeliveries()) {
    // Signatures over malformed fields prove nothing here: signature-proofs.test.ts.
    if (raw.length > LONGEST || BROKEN_FIELD.test(headerOf(raw))) continue;
    await expectTheSame(name, await signed(raw, { canonicalization: forms[compared % 4] }));
    compared += 1;
  }
  expect(compared).toBeGreaterThan(100);
});

function headerOf(raw: Buffer): string {
  return raw.toString('latin1').split(/\n\r?\n/, 1)[0] ?? '';
}

test.each([
  ['lib/dkim/dkim-verifier.js', 'DkimVerifier'],
  ['lib/dmarc/index.js', 'evaluateDmarc'],
  ['lib/tools.js', 'formatDomain'],
  ['lib/tools.js', 'getAlignment'],
])('does not start with a mailauth whose %s has no %s', async (file, name) => {
  await expectNoStart(inside(`mailauth/${file}`), name);
});

test.each(['prepareSignature', 'emitHeaders', 'nextChunk', 'finalChunk'])(
  'does not start with a mailauth whose verifier has no %s',
  async (name) => {
    await expectNoStart(inside('mailauth/lib/dkim/dkim-verifier.js').DkimVerifier.prototype, name);
  },
);

async function expectNoStart(owner: object, name: string): Promise<void> {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  onTestFinished(() => {
    Reflect.deleteProperty(owner, name);
    if (before) Object.defineProperty(owner, name, before);
  });
  Object.defineProperty(owner, name, { configurable: true, value: undefined });
  vi.resetModules();
  await expect(import('./authenticate-message.ts')).rejects.toThrow(name);
}
