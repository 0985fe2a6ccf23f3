import { expect, it } from 'vitest';
import { readFrontResults } from './front-results.ts';

it.each<[string, string, string[]]>([
  ['nothing', 'Subject: x', []],
  ['another server', 'Authentication-Results: mx.away.test; spf=pass smtp.mailfrom=a@home.test', []],
  [
    'a server of a longer name',
    'Authentication-Results: front.test.away.test; auth=pass smtp.auth=a@home.test',
    [],
  ],
  ['a pass', 'Authentication-Results: FRONT.test 1; spf=pass smtp.mailfrom=a@Home.test', ['home.test']],
  [
    'a method named like a property of all objects',
    'Authentication-Results: front.test; constructor=pass smtp.mailfrom=a@home.test',
    [],
  ],
  ['a failure', 'Authentication-Results: front.test; spf=fail smtp.mailfrom=a@home.test', []],
  [
    'a pass in a comment',
    'Authentication-Results: front.test; spf=fail (spf=pass; dkim=pass header.d=home.test)',
    [],
  ],
  [
    'a name in a comment',
    'Authentication-Results: (front.test;) mx.away.test; dkim=pass header.d=home.test',
    [],
  ],
  ['what is not said to be proved', 'Authentication-Results: front.test; spf=pass header.from=home.test', []],
  [
    'several, folded',
    'Authentication-Results: front.test;\r\n\tdkim=pass (2048-bit key) header.d=a.test header.s=s1;\r\n auth=pass smtp.auth=an@home.test',
    ['a.test', 'home.test'],
  ],
])('what the server in front proved is read from its field alone: %s', (_name, header, domains) => {
  expect(readFrontResults(Buffer.from(`${header}\r\n\r\nx`), ['other.test', 'front.test']).vouched).toEqual(
    domains,
  );
});
