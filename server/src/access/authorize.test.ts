import { describe, expect, test } from 'vitest';
import type { MailboxCaller, SessionCaller, SignInMethod } from '../platform/caller.ts';
import { authorize, isAuthorized } from './authorize.ts';

function caller(given: Partial<SessionCaller> & { method?: SignInMethod } = {}): SessionCaller {
  const { method = 'password', ...rest } = given;
  return {
    person: 1,
    role: 'member',
    assurance: { method, provenAt: 0 },
    email: 'an@saomai.example',
    domain: 1,
    provider: false,
    domainVerified: true,
    mustFirst: null,
    session: { id: 'x', tokenHash: Buffer.alloc(0) },
    at: 0,
    ...rest,
  };
}

describe('an endpoint may be called', () => {
  test('by whoever is signed in, where nothing else is asked', () => {
    for (const access of ['public', 'session', 'cookie-get'] as const) {
      expect(isAuthorized(caller({ domainVerified: false }), 'call', { access })).toBe(true);
    }
  });

  test('DM-1 only with a verified domain, where it asks for one', () => {
    for (const access of ['verified', { verified: true, cookie: true }] as const) {
      expect(isAuthorized(caller(), 'call', { access })).toBe(true);
      expect(() => authorize(caller({ domainVerified: false }), 'call', { access })).toThrow(
        expect.objectContaining({ code: 'domain_unverified' }),
      );
    }
  });

  test('only by the owner of the domain, where it asks for the owner', () => {
    const access = { role: 'owner' } as const;
    expect(isAuthorized(caller({ role: 'owner' }), 'call', { access })).toBe(true);
    expect(() => authorize(caller(), 'call', { access })).toThrow(
      expect.objectContaining({ code: 'forbidden' }),
    );
  });

  test.each<[SignInMethod, boolean]>([
    ['password', false],
    ['app_password', false],
    ['sign_on', false],
    ['password_and_code', true],
    ['passkey', true],
  ])('after a sign-in by %s where it asks for two steps: %s', (method, allowed) => {
    const thing = { access: { assurance: 'two_step' } } as const;
    expect(isAuthorized(caller({ method }), 'call', thing)).toBe(allowed);
  });
});

describe('a mailbox may be entered', () => {
  const member = (given: Partial<MailboxCaller>): MailboxCaller => ({
    ...caller(),
    mailbox: 2,
    rights: new Set(['read', 'answer']),
    ...given,
  });

  test('by its members, for what their rights include', () => {
    expect(isAuthorized(member({}), 'enter', 'read')).toBe(true);
    expect(isAuthorized(member({}), 'enter', 'answer')).toBe(true);
    for (const right of ['organise', 'manage'] as const) {
      expect(() => authorize(member({}), 'enter', right)).toThrow(
        expect.objectContaining({ code: 'forbidden' }),
      );
    }
  });

  test('by whoever has something to do first only where it is their own', () => {
    const restricted = { mustFirst: 'choose_password' } as const;
    expect(isAuthorized(member({ ...restricted, mailbox: 1 }), 'enter', 'read')).toBe(true);
    expect(() => authorize(member(restricted), 'enter', 'read')).toThrow(
      expect.objectContaining({ code: 'password_change_required' }),
    );
  });
});

test('the events of a mailbox are for whoever has nothing to do first', () => {
  expect(isAuthorized(caller(), 'listen', null)).toBe(true);
  expect(isAuthorized({ ...caller(), mustFirst: 'choose_password' }, 'listen', null)).toBe(false);
});
