import { expect, it } from 'vitest';
import { domainsIn } from '../mime/read-sender.ts';
import type { SenderVerdict } from './sender-verdict.ts';
import { claimsLocalDomainFalsely } from './spoofs-local-domain.ts';

const none: SenderVerdict = {
  spf: { result: 'none', domain: null },
  dkim: [],
  dmarc: { result: 'none', policy: null, domain: null },
  arc: { result: 'none' },
};
const signed = (domain: string, aligned = true, result: 'pass' | 'fail' = 'pass') => ({
  dkim: [{ result, domain, selector: 's1', aligned }],
});
const spf = (domain: string, result: 'pass' | 'softfail' | 'temperror' = 'pass') => ({
  spf: { result, domain },
});

it.each<[string, string[], Partial<SenderVerdict>, boolean, number?]>([
  ['a stranger without any proof', ['a@away.test'], {}, false],
  ['our domain without any proof', ['boss@home.test'], {}, true],
  ['our domain in capitals', ['Boss@HOME.Test'], {}, true],
  ['a domain below ours', ['boss@mail.home.test'], {}, true],
  ['a domain that only ends like ours', ['boss@athome.test'], {}, false],
  ['our domain as a label of a stranger', ['boss@home.test.away.test'], {}, false],
  ['our domain, SPF passing for it', ['boss@home.test'], spf('home.test'), false],
  ['our domain, SPF passing for a name below', ['boss@home.test'], spf('bounce.home.test'), false],
  ['our domain, SPF passing for a stranger', ['boss@home.test'], spf('away.test'), true],
  ['our domain, SPF soft-failing', ['boss@home.test'], spf('home.test', 'softfail'), true],
  ['our domain, no answer from DNS', ['boss@home.test'], spf('home.test', 'temperror'), true],
  ['our domain, signed for it', ['boss@home.test'], signed('home.test'), false],
  ['our domain, signed by a stranger', ['boss@home.test'], signed('away.test', false), true],
  ['our domain, a broken signature for it', ['boss@home.test'], signed('home.test', true, 'fail'), true],
  ['our domain, signed for part of the body', ['boss@home.test'], signed('home.test', false), true],
  ['our domain, signed for the whole top level', ['boss@home.test'], signed('test'), true],
  ['a stranger and us in one From', ['a@away.test', 'boss@home.test'], signed('away.test'), true],
  ['our domain, signed, below another From field', ['boss@home.test'], signed('home.test'), true, 2],
  ['our domain, SPF passing, below another From field', ['boss@home.test'], spf('home.test'), false, 2],
  ['nobody', [], {}, false],
])(
  'DM-4 sees whether mail claims a local domain falsely: %s',
  (_name, authors, proof, expected, fromFields = 1) => {
    const verdict = { ...none, ...proof };
    const claims = { claimedDomains: authors.flatMap(domainsIn), fromFields };
    expect(claimsLocalDomainFalsely(verdict, claims, (domain) => domain === 'home.test')).toBe(expected);
  },
);
