import { afterAll, describe, expect, it } from 'vitest';
import {
  bodyHash,
  type Field,
  HAND_KEY,
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
  's1._domainkey.list.test': key('v=DKIM1; k=rsa; p=KEY'),
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
/** Over 64 KB a message comes to the judge in pieces. */
const LONG = `${'x'.repeat(76)}\r\n`.repeat(1_000);
const FROM: Field = { name: 'From', value: ' A <a@away.test>' };
const REST: Field[] = [
  { name: 'To', value: ' b@home.test' },
  { name: 'Subject', value: ' Please do not pay' },
];

/** By nobody whom SPF knows: what proves the author is the signature alone. */
function judged(fields: Field[], body = BODY): Promise<SenderVerdict> {
  const raw = Buffer.from(`${written(fields)}\r\n${body}`, 'latin1');
  return judge.judge({ remoteAddress: '192.0.2.9', helo: 'mx.nowhere.test', mailFrom: '', raw });
}

type Signed = { names?: string; covered?: Field[]; body?: string; hash?: string; selector?: string };

/** `more`: tags behind those that a signature has to have. */
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
    // Folded on its way, as it may be; whoever reads the other shows "Please".
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
