import { afterAll, describe, expect, it } from 'vitest';
import {
  bodyHash,
  type Field,
  HAND_KEY,
  type SealTags,
  sealedByHand,
  signedField,
  written,
} from '../../test-kit/sign-by-hand.ts';
import { systemClock } from '../clock.ts';
import { createSenderJudge } from './judge-sender.ts';
import type { SenderVerdict } from './sender-verdict.ts';

const key = (record: string) => [[record.replace('KEY', HAND_KEY)]];
const zone: Record<string, string[][]> = {
  '_dmarc.away.test': [['v=DMARC1; p=reject']],
  's1._domainkey.away.test': key('v=DKIM1; k=rsa; p=KEY'),
  'testing._domainkey.away.test': key('v=DKIM1; t=y; k=rsa; p=KEY'),
  'spaces._domainkey.away.test': key('v=DK IM1; k=r sa; p=KEY'),
  'control._domainkey.away.test': key('v=DKIM1; n=\u0001\u00e9; p=KEY'),
  'unflagged._domainkey.away.test': key('v=DKIM1; t=y s; k=rsa; p=KEY'),
  'nameless._domainkey.away.test': key('v=DKIM1; k=; t=; p=KEY'),
  's1._domainkey.list.test': key('v=DKIM1; k=rsa; p=KEY'),
  'testing._domainkey.list.test': key('v=DKIM1; t=y; k=rsa; p=KEY'),
  's1._domainkey.test': key('v=DKIM1; k=rsa; p=KEY'),
};
const judge = createSenderJudge({
  authservId: 'mx.home.test',
  async resolver(name, type) {
    const records = type === 'TXT' ? zone[name] : undefined;
    if (!records) throw Object.assign(new Error('nothing there'), { code: 'ENOTFOUND' });
    return records;
  },
  clock: systemClock,
  timeLimitMs: 5000,
  log: { info() {}, warn() {}, error() {} },
});
afterAll(() => judge.close());

const BODY = 'hello\r\n';
/** A message over 64 KB reaches the judge in chunks. */
const LONG = `${'x'.repeat(76)}\r\n`.repeat(1_000);
const FROM: Field = { name: 'From', value: ' A <a@away.test>' };
const REST: Field[] = [
  { name: 'To', value: ' b@home.test' },
  { name: 'Subject', value: ' Please do not pay' },
];

/** From an address without SPF: only the signature can prove the author. */
function judged(fields: Field[], body = BODY): Promise<SenderVerdict> {
  const raw = Buffer.from(`${written(fields)}\r\n${body}`, 'latin1');
  return judge.judge({ remoteAddress: '192.0.2.9', helo: 'mx.nowhere.test', mailFrom: '', raw });
}

type Signed = { names?: string; covered?: Field[]; body?: string; hash?: string; selector?: string };

/** `more`: tags after those that a signature must have. */
function signature(more: string, { names = 'from', covered = [FROM], ...signed }: Signed = {}): Field {
  const { body = BODY, hash = bodyHash(body), selector = 's1' } = signed;
  const form = more.includes('c=') ? '' : ' c=relaxed/simple;';
  const tags = `v=1; a=rsa-sha256;${form} d=away.test; s=${selector}; h=${names}; bh=${hash}`;
  return signedField('DKIM-Signature', more === '' ? tags : `${tags}; ${more}`, covered);
}

const PROVED = { dkim: [{ result: 'pass', aligned: true }], dmarc: { result: 'pass' } };
const UNPROVED = { dkim: [{ result: 'pass', aligned: false }], dmarc: { result: 'fail', policy: 'reject' } };

describe('a signature that passes for the library proves nothing', () => {
  it.each([
    ['short', BODY],
    ['long', LONG],
  ])('over the beginning of the body, for DMARC neither: %s', async (_name, body) => {
    const beginning = signature(`l=${body.length}`, { body });
    expect(await judged([beginning, FROM, ...REST], body)).toMatchObject(PROVED);
    expect(await judged([beginning, FROM, ...REST], `${body}and more\r\n`)).toMatchObject(UNPROVED);
  });

  it('where a field that it covers was broken into lines that do not continue it', async () => {
    const signed = signature('', { names: 'from:to:subject', covered: [FROM, ...REST] });
    const [to, subject] = REST as [Field, Field];
    const broken = (end: string) => ({ ...subject, value: subject.value.replace(' do', end) });
    expect(await judged([signed, FROM, to, subject])).toMatchObject(PROVED);
    // Folded in transit, as is allowed; a client that joins the lines shows "Please".
    expect(await judged([signed, FROM, to, broken('\r\n do')])).toMatchObject(PROVED);
    expect(await judged([signed, FROM, to, broken(' \r\ndo')])).toMatchObject(UNPROVED);
  });
});

it.each(['/', '/simple', ' /relaxed'])(
  'a signature whose form is "%s" says nothing, and hides nothing',
  async (form) => {
    const odd = signature(`c=${form}`);
    expect(await judged([odd, FROM, ...REST])).toMatchObject({
      dkim: [{ result: 'neutral' }],
      dmarc: { result: 'fail', policy: 'reject' },
    });
    const verdict = await judged([odd, signature(''), FROM, ...REST]);
    expect(verdict).toMatchObject({ dkim: [{ result: 'neutral' }, { result: 'pass', aligned: true }] });
    const sealed = sealedByHand(FROM, BODY, { ams: `c=${form}` });
    expect(await judged([...sealed, FROM, ...REST])).toMatchObject({ arc: { result: 'fail' } });
  },
);

/** Not covered: an attacker who can write these has the domain's key, or changes nothing that is read. */
describe('a signature proves its author, whatever its standard says of', () => {
  it.each<[string, string, Signed]>([
    ['a name with a space in h=', '', { names: 'fr om' }],
    ['empty names in h=', '', { names: ':from::' }],
    ['names in h= that no field can have', '', { names: 'from:@@ ()' }],
    ['more of the body than there is', 'l=9999', {}],
    ['three forms in c=', 'c=relaxed/simple/relaxed', {}],
    ['spaces in c=', 'c=relaxed / simple', {}],
    ['bytes that no tag may have', 'z=\u0001\u00c3\u00a9', {}],
    ['a day to come', 't=4102444800', {}],
    ['spaces in the words of a key', '', { selector: 'spaces' }],
    ['a key in test mode', '', { selector: 'testing' }],
    ['flags of a key with a space between them', '', { selector: 'unflagged' }],
    ['bytes that no key may have', '', { selector: 'control' }],
    ['a kind of key, and flags, that are empty', '', { selector: 'nameless' }],
  ])('%s', async (_name, more, signed) => {
    expect(await judged([signature(more, signed), FROM, ...REST])).toMatchObject(PROVED);
  });

  it('spaces of Unicode around a domain', async () => {
    const tags = `v=1; a=rsa-sha256; c=relaxed/simple; d=\u00c2\u00a0away.test; s=s1; h=from; bh=${bodyHash(BODY)}`;
    expect(await judged([signedField('DKIM-Signature', tags, [FROM]), FROM, ...REST])).toMatchObject(PROVED);
  });

  it.each<[string, (value: string) => string]>([
    ['a character that is not of base64', (value) => value.replace('b=', 'b=!?*')],
    ['more behind the end of its base64', (value) => `${value}QUJD`],
    ['the other alphabet of base64', (value) => value.replace(/b=.*$/, (b) => toUrlAlphabet(b))],
  ])('%s', async (_name, change) => {
    const { name, value } = signature('');
    expect(await judged([{ name, value: change(value) }, FROM, ...REST])).toMatchObject(PROVED);
  });

  it('a lone CR behind the header', async () => {
    const [to, subject] = REST as [Field, Field];
    const fields = [signature(''), to, subject, { ...FROM, value: `${FROM.value}\r` }];
    expect(await judged(fields)).toMatchObject(PROVED);
  });

  it('line feeds alone', async () => {
    expect(await judged([signature(''), FROM, ...REST], 'hello\n')).toMatchObject(PROVED);
  });
});

function toUrlAlphabet(text: string): string {
  return text.replaceAll('+', '-').replaceAll('/', '_');
}

/** Not covered: ARC chains are not trusted at all. */
describe('a chain of ARC passes, and proves nothing, whatever its standard says of', () => {
  const results: Field = { name: 'Authentication-Results', value: ' x.test' };

  it.each<[string, SealTags]>([
    ['Authentication-Results under its signature', { covered: [FROM, results] }],
    [
      'fields of ARC under its signature',
      { covered: [FROM, { name: 'ARC-Authentication-Results', value: ' i=1; list.test; spf=pass' }] },
    ],
    ['an end of its signature that is its beginning', { ams: 't=4102444800; x=4102444800' }],
    ['another place for its key', { ams: 'q=http' }],
    ['a key in test mode', { selector: 'testing' }],
    ['the beginning of the body', { ams: 'l=4', hash: bodyHash(BODY.slice(0, 4)) }],
    ['results that nobody can read', { aar: '((( !!' }],
    ['a domain of one word', { domain: 'test' }],
  ])('%s', async (_name, tags) => {
    const fields = [...sealedByHand(FROM, BODY, tags), results, FROM, ...REST];
    expect(await judged(fields)).toMatchObject({
      arc: { result: 'pass' },
      dkim: [],
      dmarc: { result: 'fail', policy: 'reject' },
    });
  });
});
