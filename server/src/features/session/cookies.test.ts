import { expect, test } from 'vitest';
import { browserCookie, identityCookie, switchCookie } from './cookies.ts';

const rules = { secure: true, sessionSeconds: 60 };

// A sibling subdomain could otherwise plant its own attempt, and sign the victim in to the attacker's account
// (login CSRF).
test.each([
  ['of a single sign-on', browserCookie('b', { secure: true, seconds: 60 })],
  ['of who came back from it', identityCookie('i', rules, 60)],
  ['of a session that waits for a yes', switchCookie('s', { secure: true, seconds: 60 })],
])('AU-1 the cookie %s can be set by this host alone', (_what, line) => {
  expect(line).toMatch(/^__Host-bocau_\w+=\w;/);
  expect(line.split('; ')).toEqual(expect.arrayContaining(['Path=/', 'Secure', 'HttpOnly', 'SameSite=Lax']));
  expect(line).not.toContain('Domain');
});

test('AU-1 over plain http browsers take no such name', () => {
  expect(browserCookie('b', { secure: false, seconds: 60 })).toMatch(/^bocau_sign_on=b; Path=\/;/);
});
