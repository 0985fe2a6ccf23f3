import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { dkimSign, sealMessage } from 'mailauth';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import type { DnsResolver, SenderEvidence, SenderJudge } from './judge-sender.ts';
import { createSenderJudge } from './judge-sender.ts';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const privateKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicKey = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

const zone: Record<string, string[] | string[][]> = {
  'TXT away.test': [['v=spf1 ip4:192.0.2.1 include:more.test -all']],
  'TXT more.test': [['v=spf1 a:host.more.test ~all']],
  'A host.more.test': ['192.0.2.2'],
  'TXT soft.test': [['v=spf1 ~all']],
  'TXT broken.test': [['v=spf1 nonsense -all']],
  'TXT twice.test': [['v=spf1 -all'], ['v=spf1 +all']],
  'TXT mx.away.test': [['v=spf1 ip4:192.0.2.1 -all']],
  'TXT s1._domainkey.away.test': [[`v=DKIM1; k=rsa; p=${publicKey}`]],
  'TXT s1._domainkey.other.test': [[`v=DKIM1; k=rsa; p=${publicKey}`]],
  'TXT strict._domainkey.away.test': [[`v=DKIM1; t=s; k=rsa; p=${publicKey}`]],
  'TXT doubled._domainkey.away.test': [[`v=DKIM1; k=rsa; p=AAAA; p=${publicKey}`]],
  'TXT gone._domainkey.away.test': [['v=DKIM1; p=']],
  'TXT _dmarc.away.test': [['v=DMARC1; p=reject']],
  'TXT _dmarc.soft.test': [['v=DMARC1; p=quarantine']],
};

const resolver: DnsResolver = async (name, type) => {
  if (name.includes('slow.test')) return new Promise(() => {});
  if (name.startsWith('down.')) throw Object.assign(new Error('refused'), { code: 'ESERVFAIL' });
  const records = zone[`${type} ${name}`];
  if (!records) throw Object.assign(new Error('nothing there'), { code: 'ENOTFOUND' });
  return records;
};

const logged: string[] = [];
const log = (_fields: Record<string, unknown>, text: string) => void logged.push(text);
/** Shared by all tests, as by a process: each starts a thread that loads mailauth. */
const judge = createSenderJudge({
  authservId: 'mx.home.test',
  resolver,
  clock: systemClock,
  timeLimitMs: 5000,
  log: { info: log, warn: log, error: log },
});
const judges: SenderJudge[] = [];
afterEach(async () => {
  logged.length = 0;
  await Promise.all(judges.splice(0).map((one) => one.close()));
});
afterAll(() => judge.close());

function message(from = 'A <a@away.test>', body = 'hello\r\n'): string {
  return `From: ${from}\r\nTo: b@home.test\r\nSubject: hi\r\nMessage-ID: <1@away.test>\r\n\r\n${body}`;
}

async function signed(raw: string, domain: string, selector = 's1', more = {}): Promise<string> {
  const signature = { signingDomain: domain, selector, privateKey, ...more };
  const { signatures, errors } = await dkimSign(raw, { ...signature, signatureData: [signature] });
  expect(errors).toEqual([]);
  return signatures + raw;
}

function evidence(raw: string | Buffer, more: Partial<SenderEvidence> = {}): SenderEvidence {
  return {
    remoteAddress: '192.0.2.1',
    helo: 'mx.away.test',
    mailFrom: 'a@away.test',
    raw: Buffer.from(raw as string, 'latin1'),
    ...more,
  };
}

it.each<[string, Partial<SenderEvidence>, string, string | null]>([
  ['the right address', {}, 'pass', 'away.test'],
  ['an included address', { remoteAddress: '192.0.2.2' }, 'pass', 'away.test'],
  ['a wrong address', { remoteAddress: '192.0.2.9' }, 'fail', 'away.test'],
  ['a half-hearted record', { mailFrom: 'a@soft.test' }, 'softfail', 'soft.test'],
  ['no record', { mailFrom: 'a@nothing.test' }, 'none', 'nothing.test'],
  ['a broken record', { mailFrom: 'a@broken.test' }, 'permerror', 'broken.test'],
  ['two records', { mailFrom: 'a@twice.test' }, 'permerror', 'twice.test'],
  ['a failing server', { mailFrom: 'a@down.test' }, 'temperror', 'down.test'],
  ['the null sender', { mailFrom: '' }, 'pass', 'mx.away.test'],
])('judges SPF by %s', async (_name, change, result, domain) => {
  const verdict = await judge.judge(evidence(message(), change));
  expect(verdict.spf).toEqual({ result, domain });
});

describe('DKIM and DMARC', () => {
  const stranger = { remoteAddress: '192.0.2.9', mailFrom: 'bounce@nothing.test' };

  it('pass for an aligned signature', async () => {
    const verdict = await judge.judge(evidence(await signed(message(), 'away.test'), stranger));
    expect(verdict).toEqual({
      spf: { result: 'none', domain: 'nothing.test' },
      dkim: [{ result: 'pass', domain: 'away.test', selector: 's1', aligned: true }],
      dmarc: { result: 'pass', policy: 'reject', domain: 'away.test' },
      arc: { result: 'none' },
    });
  });

  it("do not take another domain's signature for the author's", async () => {
    const verdict = await judge.judge(evidence(await signed(message(), 'other.test'), stranger));
    expect(verdict.dkim).toMatchObject([{ result: 'pass', domain: 'other.test', aligned: false }]);
    expect(verdict.dmarc).toMatchObject({ result: 'fail', policy: 'reject' });
  });

  it('see a changed body', async () => {
    const raw = (await signed(message(), 'away.test')).replace('hello', 'hallo');
    const verdict = await judge.judge(evidence(raw, stranger));
    expect(verdict.dkim[0]?.result).not.toBe('pass');
    expect(verdict.dmarc.result).toBe('fail');
  });

  it('do not believe a signature over the beginning of the body', async () => {
    const raw = `${await signed(message(), 'away.test', 's1', { maxBodyLength: 4 })}and more\r\n`;
    const verdict = await judge.judge(evidence(raw, stranger));
    expect(verdict.dkim).toMatchObject([{ aligned: false }]);
  });

  it.each([
    ['no key', 'missing', 'neutral'],
    ['a revoked key', 'gone', 'neutral'],
  ])('have no proof with %s', async (_name, selector, result) => {
    const raw = await signed(message(), 'away.test', selector);
    const verdict = await judge.judge(evidence(raw, stranger));
    expect(verdict.dkim).toMatchObject([{ result, selector }]);
  });

  it('fail a message with two authors in two From fields', async () => {
    const raw = `From: boss@home.test\r\n${message()}`;
    const verdict = await judge.judge(evidence(raw, stranger));
    expect(verdict.dmarc.result).toBe('permerror');
  });

  it.each([
    ['in order', 'd=away.test; s=s1', 'pass'],
    ['with a tag that nobody knows', 'd=away.test; s=s1; xyz=1', 'pass'],
    ['with a domain that it names twice', 'd=other.test; d=away.test; s=s1', 'neutral'],
    ['with a tag in capitals', 'D=away.test; d=other.test; s=s1', 'pass'],
    ['of an identity below its domain', 'd=away.test; i=@mail.away.test; s=s1', 'pass'],
    [
      'of an identity below a domain whose key forbids it',
      'd=away.test; i=@mail.away.test; s=strict',
      'neutral',
    ],
    ['by a key that is there twice', 'd=away.test; s=doubled', 'neutral'],
    ['of another version', 'v=2; d=away.test; s=s1', 'neutral'],
  ])('take a signature as its standard says: %s', async (_name, tags, result) => {
    const bodyHash = createHash('sha256').update('hello\r\n').digest('base64');
    const version = tags.startsWith('v=') ? '' : 'v=1; ';
    const unsigned = `DKIM-Signature: ${version}a=rsa-sha256; c=simple/simple; h=from; bh=${bodyHash}; ${tags}; b=`;
    const signature = sign('sha256', Buffer.from(`From: A <a@away.test>\r\n${unsigned}`), privateKey);
    const raw = `${unsigned}${signature.toString('base64')}\r\n${message()}`;
    const verdict = await judge.judge(evidence(raw, stranger));
    expect(verdict.dkim).toMatchObject([{ result }]);
    if (tags.startsWith('D=')) expect(verdict.dkim).toMatchObject([{ domain: 'other.test', aligned: false }]);
  });

  it('try ten signatures and no more', async () => {
    let raw = message();
    const one = (await signed(message(), 'away.test')).slice(0, -message().length);
    for (let count = 0; count < 30; count++) raw = one + raw;
    expect((await judge.judge(evidence(raw))).dkim.length).toBe(10);
  });
});

it('judges ARC', async () => {
  const raw = message();
  const seal = await sealMessage(raw, {
    signingDomain: 'other.test',
    selector: 's1',
    privateKey,
    authResults: 'list.test; spf=pass',
    cv: 'none',
  });
  const sealed = Buffer.concat([seal as Buffer, Buffer.from(raw)]).toString('latin1');
  expect((await judge.judge(evidence(sealed))).arc).toEqual({ result: 'pass' });
  const broken = sealed.replace('hello', 'hallo');
  expect((await judge.judge(evidence(broken))).arc).toEqual({ result: 'fail' });
});

describe('when DNS does not answer in time', () => {
  /** A clock whose timeout fires when the first unanswered query is sent. */
  function impatientJudge(): SenderJudge {
    const alarms: (() => void)[] = [];
    const judge = createSenderJudge({
      authservId: 'mx.home.test',
      resolver(name, type) {
        if (name.includes('slow.test')) setImmediate(() => alarms.at(-2)?.());
        return resolver(name, type);
      },
      clock: {
        ...systemClock,
        after(_ms, run) {
          alarms.push(run);
          return { stop: () => undefined };
        },
      },
      timeLimitMs: 5000,
      log: { info() {}, warn() {}, error() {} },
    });
    judges.push(judge);
    return judge;
  }

  it('says temperror for the key that is missing, and keeps the rest', async () => {
    const verdict = await impatientJudge().judge(evidence(await signed(message(), 'slow.test')));
    expect(verdict).toMatchObject({
      spf: { result: 'pass', domain: 'away.test' },
      dkim: [{ result: 'temperror', domain: 'slow.test', aligned: false }],
    });
  });

  it('says temperror for SPF', async () => {
    const raw = await signed(message(), 'slow.test');
    const verdict = await impatientJudge().judge(evidence(raw, { mailFrom: 'a@slow.test' }));
    expect(verdict.spf).toEqual({ result: 'temperror', domain: 'slow.test' });
  });
});

it('answers temperror for everything when its thread has to be ended, and starts another', async () => {
  const waited: number[] = [];
  const alarms: (() => void)[] = [];
  const logged: string[] = [];
  const judge = createSenderJudge({
    authservId: 'mx.home.test',
    resolver,
    clock: {
      ...systemClock,
      after(ms, run) {
        waited.push(ms);
        alarms.push(run);
        return { stop: () => void alarms.splice(alarms.indexOf(run), 1) };
      },
    },
    timeLimitMs: 5000,
    log: { info() {}, warn: (_fields, text) => void logged.push(text), error() {} },
  });
  judges.push(judge);
  const judged = judge.judge(evidence(message(), { mailFrom: 'a@slow.test' }));
  while (alarms.length < 2) await new Promise((resolve) => setImmediate(resolve));
  alarms.at(-1)?.();
  expect(await judged).toEqual({
    spf: { result: 'temperror', domain: null },
    dkim: [],
    dmarc: { result: 'temperror', policy: null, domain: null },
    arc: { result: 'temperror' },
  });
  expect(logged).toEqual(['sender check timed out']);
  expect((await judge.judge(evidence(message()))).spf.result).toBe('pass');
  expect((await judge.judge(evidence(message()))).spf.result).toBe('pass');
  // The new thread gets its start-up time first, and after that only the computing time.
  expect([Math.max(...waited), waited.at(-1)]).toEqual([35_000, 8_000]);
});

describe('hostile messages', () => {
  it.each([
    ['nothing at all', ''],
    ['no header', '\r\nbody'],
    ['a header without an end', 'From: a@away.test'],
    ['zeros and noise', '\0\xff\xfe: \0\r\n\x80\r\n\r\n\0'],
    ['a signature of junk', `DKIM-Signature: ;;;=;v=1;a=;b=%%%;bh=;d=..;s= ;h=::;l=-1;t=x\r\n${message()}`],
    ['a signature without tags', `DKIM-Signature:\r\n${message()}`],
    ['an endless tag', `DKIM-Signature: v=1; b=${'A'.repeat(50_000)}\r\n${message()}`],
    ['a broken ARC chain', `ARC-Seal: i=7; cv=pass\r\nARC-Seal: i=7\r\n${message()}`],
    ['folds without end', `From: a${'\r\n '.repeat(10_000)}b@away.test\r\n\r\nx`],
    ['a From of open brackets', `From: ${'<('.repeat(20_000)}\r\n\r\nx`],
  ])('get a verdict: %s', async (_name, raw) => {
    const verdict = await judge.judge(evidence(raw));
    expect(verdict.spf.result).toBe('pass');
    expect(verdict.dkim.every((one) => one.result !== 'pass')).toBe(true);
    expect(logged).toEqual([]);
  });

  it('get SPF alone where the header block is endless', async () => {
    const verdict = await judge.judge(evidence(`X-Long: ${'x'.repeat(100_000)}\r\n${message()}`));
    expect(verdict).toMatchObject({ spf: { result: 'pass' }, dkim: [], dmarc: { result: 'permerror' } });
  });
});

it('judges a big message that comes in a stream, several at a time', async () => {
  const raw = Buffer.from(
    await signed(message('a@away.test', `${'x'.repeat(76)}\r\n`.repeat(50_000)), 'away.test'),
  );
  async function* stream() {
    for (let at = 0; at < raw.length; at += 10_000) yield raw.subarray(at, at + 10_000);
  }
  const verdicts = await Promise.all([1, 2, 3].map(() => judge.judge(evidence('', { raw: stream() }))));
  expect(verdicts.map((verdict) => verdict.dkim[0]?.result)).toEqual(['pass', 'pass', 'pass']);
});

it('passes on the failure of the stream that it reads, and judges the next', async () => {
  async function* stream() {
    yield Buffer.from(message());
    throw new Error('the disk is gone');
  }
  await expect(judge.judge(evidence('', { raw: stream() }))).rejects.toThrow('the disk is gone');
  expect((await judge.judge(evidence(message()))).spf.result).toBe('pass');
});
