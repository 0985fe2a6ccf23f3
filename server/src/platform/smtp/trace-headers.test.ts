import { describe, expect, it } from 'vitest';
import type { Caller } from '../caller.ts';
import type { SenderVerdict } from './sender-verdict.ts';
import type { Arrival } from './trace-headers.ts';
import { authenticationResults, received, returnPath, traceHeaders, withProtocol } from './trace-headers.ts';

const user: Caller = {
  person: 7,
  mailbox: 7,
  role: 'member',
  assurance: { method: 'password', provenAt: 0 },
};
const arrival: Arrival = {
  session: {
    id: 'c1',
    protocol: 'smtp',
    remoteAddress: '192.0.2.1',
    remotePort: 4000,
    helo: 'mx.away.test',
    extended: true,
    tls: null,
    user: null,
  },
  envelope: { from: 'far@away.test', recipients: [{ address: 'an@home.test' }], utf8: false },
  hostname: 'mx.home.test',
  id: 'm-42',
  receivedAt: Date.UTC(2026, 10, 5, 8, 3, 9),
};

const verdict: SenderVerdict = {
  spf: { result: 'pass', domain: 'away.test' },
  dkim: [{ result: 'pass', domain: 'away.test', selector: 's1', aligned: true }],
  dmarc: { result: 'pass', policy: 'reject', domain: 'away.test' },
  arc: { result: 'none' },
};

it('writes the lines that a delivered message begins with', () => {
  expect(traceHeaders(arrival, verdict)).toBe(
    [
      'Return-Path: <far@away.test>',
      'Received: from mx.away.test ([192.0.2.1]) by mx.home.test with ESMTP id m-42',
      '\tfor <an@home.test>; Thu, 5 Nov 2026 08:03:09 +0000',
      'Authentication-Results: mx.home.test; spf=pass smtp.mailfrom=far@away.test;',
      '\tdkim=pass header.d=away.test header.s=s1;',
      '\tdmarc=pass (p=reject) header.from=away.test; arc=none',
      '',
    ].join('\r\n'),
  );
});

it('names no recipient when there are several', () => {
  const envelope = {
    ...arrival.envelope,
    recipients: [{ address: 'an@home.test' }, { address: 'bo@home.test' }],
  };
  expect(received({ ...arrival, envelope })).not.toMatch(/for|an@|bo@/);
  expect(received({ ...arrival, envelope })).toMatch(/id m-42;\s+Thu,/);
});

it('shows an IPv6 client as an address literal', () => {
  const session = { ...arrival.session, remoteAddress: '2001:db8::1', helo: '' };
  expect(received({ ...arrival, session })).toContain('from unknown ([IPv6:2001:db8::1]) by');
});

it('says nothing of where a client is that is to be hidden', () => {
  expect(received({ ...arrival, hidesClient: true })).toMatch(/^Received: by \S+ with ESMTP id m-42/);
});

const tls = { version: 'TLSv1.3', cipher: 'x' };
it.each([
  ['SMTP', { extended: false }, false],
  ['ESMTP', {}, false],
  ['ESMTPS', { tls }, false],
  ['UTF8SMTP', {}, true],
  ['UTF8SMTPS', { tls }, true],
  ['LMTP', { protocol: 'lmtp' as const }, false],
  ['ESMTPA', { user }, false],
  ['ESMTPSA', { tls, user }, false],
  ['UTF8LMTPS', { protocol: 'lmtp' as const, tls }, true],
])('names the protocol %s', (expected, change, utf8) => {
  expect(withProtocol({ ...arrival.session, ...change }, utf8)).toBe(expected);
});

describe('text of the client', () => {
  const evil = 'a\r\nX-Injected: 1\u2028\u0085\0(;<b>"\\';

  it.each([
    ['Return-Path', returnPath(evil)],
    ['Received', received({ ...arrival, session: { ...arrival.session, helo: evil }, id: evil })],
    [
      'Received for',
      received({ ...arrival, envelope: { ...arrival.envelope, recipients: [{ address: evil }] } }),
    ],
    [
      'Authentication-Results',
      authenticationResults('mx.home.test', evil, {
        ...verdict,
        dkim: [{ result: 'fail', domain: evil, selector: evil, aligned: false }],
        dmarc: { result: 'none', policy: null, domain: evil },
      }),
    ],
  ])('never begins a line or holds a control character in %s', (_name, field) => {
    expect(field.endsWith('\r\n')).toBe(true);
    const lines = field.slice(0, -2).split('\r\n');
    for (const line of lines.slice(1)) expect(line[0]).toBe('\t');
    expect(lines.join('').replaceAll('\t', '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
  });

  it('is cut to a bearable length', () => {
    expect(returnPath('x'.repeat(10_000)).length).toBeLessThan(400);
  });
});
