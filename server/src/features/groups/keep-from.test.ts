import type { SenderChecks } from '@bocau/contract/messages.ts';
import { expect, test } from 'vitest';
import { fateOfFrom } from './keep-from.ts';

const head = (covered: string, more = '') =>
  Buffer.from(
    `List-Id: <a>\r\nList-Post: <mailto:a>\r\nDelivered-To: a\r\nDKIM-Signature: v=1; d=bank.example;\r\n s=s1; h=From:Subject${covered}; b=x\r\nFrom: lan@bank.example\r\n${more}\r\n`,
  );

function checks(dkim: 'pass' | 'fail', dmarc: Partial<SenderChecks['dmarc']> = {}): SenderChecks {
  return {
    spf: { result: 'pass', domain: 'bank.example' },
    dkim: [{ result: dkim, domain: 'bank.example', selector: 's1', aligned: dkim === 'pass' }],
    dmarc: { result: 'pass', policy: 'reject', domain: 'bank.example', ...dmarc },
    arc: { result: 'none' },
  };
}
const given = { head: head(''), isOne: true, isOurs: false };

test('GO-1 stays under a signature for its domain that nothing breaks which a group adds', () => {
  expect(fateOfFrom({ ...given, checks: checks('pass') })).toBe('signed');
  expect(fateOfFrom({ ...given, checks: checks('fail') })).toBe('replaced');
  for (const name of ['List-Id', 'list-post', 'List-Unsubscribe', 'Delivered-To']) {
    expect(fateOfFrom({ ...given, head: head(`: ${name}`), checks: checks('pass') })).toBe('replaced');
  }
  const earlier = head(':List-Id', 'List-Id: <earlier>\r\n');
  expect(fateOfFrom({ ...given, head: earlier, checks: checks('pass') })).toBe('signed');
  const twice = head(':List-Id:List-Id', 'List-Id: <earlier>\r\n');
  expect(fateOfFrom({ ...given, head: twice, checks: checks('pass') })).toBe('replaced');
});

test('GO-1 GO-2 stays where its domain asks for nothing, and not where nobody knows what it asks for', () => {
  const unsigned = (dmarc: Partial<SenderChecks['dmarc']>) =>
    fateOfFrom({ ...given, checks: checks('fail', dmarc) });
  expect(unsigned({ policy: 'none', result: 'fail' })).toBe('kept');
  expect(unsigned({ policy: null, result: 'none' })).toBe('kept');
  expect(unsigned({ policy: 'quarantine' })).toBe('replaced');
  expect(unsigned({ policy: 'reject', result: 'none' })).toBe('replaced');
  expect(unsigned({ policy: null, result: 'temperror' })).toBe('replaced');
  expect(fateOfFrom({ ...given, checks: null })).toBe('replaced');
});

test('GO-1 GO-2 stays of whoever writes here, and never of several authors', () => {
  expect(fateOfFrom({ ...given, checks: null, isOurs: true })).toBe('kept');
  expect(fateOfFrom({ ...given, checks: checks('pass'), isOne: false })).toBe('replaced');
});
