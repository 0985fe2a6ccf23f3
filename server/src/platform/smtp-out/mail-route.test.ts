import { expect, it } from 'vitest';
import { readRelayUrl } from './mail-route.ts';

it.each([
  ['smtp://mail.example', { host: 'mail.example', port: 25, tls: 'opportunistic', auth: null }],
  [
    'smtp://bo%40cau:m%E1%BA%ADt@mail.example:587',
    { host: 'mail.example', port: 587, tls: 'verified', auth: { user: 'bo@cau', pass: 'mật' } },
  ],
  ['smtp://a:b@127.0.0.1:2500', { port: 2500, tls: 'opportunistic', auth: { user: 'a', pass: 'b' } }],
  ['smtp://[::1]:2500?tls=never', { host: '::1', port: 2500, tls: 'never' }],
  ['smtps://mail.example', { port: 465, tls: 'from-start' }],
])('reads %s', (url, relay) => {
  expect(readRelayUrl(url)).toMatchObject(relay);
});

it.each(['http://mail.example', 'mail.example:25', 'smtp://', 'smtp://mail.example?tls=some'])(
  'does not read %s',
  (url) => {
    expect(readRelayUrl(url)).toBeNull();
  },
);
