import type { Endpoint } from '@bocau/contract/endpoint.ts';
import { SESSION_COOKIE, SESSION_HEADER } from '@bocau/contract/session.ts';
import type { Prng } from '../demo-world/prng.ts';
import { addressOf, type CallInput } from './sample-calls.ts';

/** A raw call, valid or not. */
export type WireCall = {
  method: string;
  address: string;
  headers: Record<string, string>;
  body: string | null;
};

export const METHODS = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'PROPFIND',
  'REPORT',
  'TRACE',
];

/** Nested lists. */
function nested(depth: number): unknown {
  let value: unknown = [];
  for (let at = 0; at < depth; at += 1) value = [value];
  return value;
}

const JUNK: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 60,
  1e308,
  '',
  ' ',
  'x'.repeat(5000),
  '\0',
  'thư\0mục',
  '\ud800',
  'a\udfffb',
  '\u202e\u0000\uffff',
  '../../etc/passwd',
  "'; drop table messages; --",
  '%',
  '01900000-0000-7000-8000-000000000000',
  '01900000-0000-7000-8000-00000000000G',
  [],
  [[]],
  ['x'],
  [null],
  {},
  { '': 1 },
  { '\0': 1 },
  { length: 3 },
  -0,
  Number.MAX_SAFE_INTEGER + 2,
  -(2 ** 63),
  5e-324,
  'x'.repeat(200_000),
  '\u1ea1'.repeat(100_000),
  JSON.parse('{"__proto__":{"a":1}}'),
  { toString: 1, hasOwnProperty: null },
  nested(500),
  Array.from({ length: 100_000 }, (_, index) => index),
  Array.from({ length: 600 }, () => '01900000-0000-7000-8000-000000000000'),
];

const QUERY_JUNK = [
  '',
  '-1',
  '0',
  '101',
  '999999999999999',
  '9999999999999999999999',
  '1e9',
  'NaN',
  'true',
  'null',
  'W10',
  'WzEsIngiXQ',
  'WzFlOTk5LCJ4Il0',
  '%00',
  '%ud800',
  '%ff%fe',
  '%ed%a0%80',
  '%',
  '%zz',
  '%25%30%30',
  'over:999999999M',
  '%f0%9f%90%a6',
  'a'.repeat(3000),
  '9'.repeat(400),
  '-0',
  '0x10',
  'Infinity',
  '%e2%80%ae',
  '%f4%90%80%80',
  '%'.repeat(2000),
  '%22'.repeat(1000),
  'OR%20'.repeat(500),
  'from:'.repeat(500),
  ','.repeat(3000),
  '1&in=2&in=3',
  '[]&in[]=1&in[a]=2',
];

const PARAMETER_JUNK = [
  '%00',
  '%ff',
  '%ed%a0%80',
  '%',
  '%zz',
  '%c0%af',
  '%2e%2e',
  '%2f',
  '..',
  ':id',
  '*',
  '0',
  '-1',
  'null',
  '%20',
  'x'.repeat(150),
  'x'.repeat(4000),
  '01900000-0000-7000-8000-000000000000',
  '01900000-0000-7000-8000-0000000000000',
  'starred',
];

const BODIES = [
  '',
  '{',
  '{"a":',
  '[1,2',
  'null',
  '"x"',
  '0',
  'NaN',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '\ufeff{}',
  '{}{}',
  "{'a':1}",
  '--x\r\ncontent-disposition: form-data; name="file"\r\n\r\nabc\r\n--x--\r\n',
  'a=1&b=2',
  '\0\0\0',
  '['.repeat(100_000),
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  `{"ids":["${'x'.repeat(1_100_000)}"]}`,
  `{"ids":[${'9'.repeat(100_000)}]}`,
  '{"ids":[1e999999,-1e999999,1e-999999]}',
  `{"ids":[${'[],'.repeat(100_000)}[]]}`,
  `{${'"a":1,'.repeat(15_000)}"a":2}`,
  '{"a":{"__proto__":null},"b":{"constructor":{"prototype":1}}}',
  '{"a":"\\ud800"}',
];

const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'text/plain',
  'text/html',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'x',
  ';',
  '',
];

/** A valid call with one to three faults, or with none. */
export function spoilCall(random: Prng, endpoint: Endpoint, valid: CallInput, token: string): WireCall {
  const input = structuredClone(valid);
  const call: WireCall = {
    method: endpoint.method,
    address: '',
    headers: { [SESSION_HEADER]: token },
    body: null,
  };
  let rawQuery = '';
  let rawBody: string | null = null;
  for (let faults = random.int(0, 3); faults > 0; faults -= 1) {
    random.pick([
      () => {
        input.body = spoilValue(random, input.body);
      },
      () => {
        input.body = spoilValue(random, input.body);
      },
      () => {
        rawBody = random.pick(BODIES);
      },
      () => {
        rawQuery = spoilQuery(random, endpoint, input);
      },
      () => {
        for (const name of Object.keys(input.params)) input.params[name] = `\n${random.pick(PARAMETER_JUNK)}`;
      },
      () => {
        call.method = random.pick(METHODS);
      },
      () => {
        call.headers['content-type'] = random.pick(CONTENT_TYPES);
      },
      () => {
        Object.assign(call.headers, spoilHeaders(random));
      },
    ])();
  }
  // A line feed marks text that is inserted into the URL unencoded.
  const address = addressOf(endpoint, input).replace(/%0A([^/?]*)/g, (_, text: string) =>
    decodeURIComponent(text),
  );
  call.address = rawQuery === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${rawQuery}`;
  if (call.method !== 'GET' && call.method !== 'HEAD') {
    const plain = input.body === undefined ? null : JSON.stringify(input.body);
    call.body = rawBody ?? (endpoint.multipart ? spoilForm(random) : plain);
    const type = endpoint.multipart ? 'multipart/form-data; boundary=x' : 'application/json';
    if (call.body !== null) call.headers['content-type'] ??= type;
  }
  return call;
}

/** Inserts junk into a value, or removes something. */
function spoilValue(random: Prng, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.2)) return random.pick(JUNK);
  const copy = structuredClone(value) as Record<string, unknown>;
  const keys = Object.keys(copy);
  if (keys.length === 0 || random.chance(0.2)) {
    copy[random.pick(['extra', 'folder_id', 'ids', 'id', 'where'])] = random.pick(JUNK);
    return copy;
  }
  const key = random.pick(keys);
  if (random.chance(0.15) && !Array.isArray(copy)) delete copy[key];
  else copy[key] = spoilValue(random, copy[key]);
  return copy;
}

const FORM = [
  '--x\r\n',
  'Content-Disposition: form-data; name="file"; filename="chào.txt"\r\n',
  'Content-Type: text/plain\r\n',
  '\r\n',
  'xin chào\r\n',
  '--x--\r\n',
];
const FORM_JUNK = [
  '',
  '\r\n',
  '--x\r\n',
  '--x--',
  'Content-Disposition: form-data; name="__proto__"; filename="a"\r\n',
  "Content-Disposition: form-data; name=file; filename*=UTF-8''%ff%00%zz\r\n",
  'Content-Disposition: attachment\r\n',
  'Content-Disposition: form-data; name="file"; filename="\0\ud800../..\\"\r\n',
  'Content-Type: multipart/mixed; boundary=y\r\n',
  'Content-Type: application/json\r\n',
  `A: ${'b'.repeat(100_000)}\r\n`,
  'x'.repeat(200_000),
];

/** A form with one file, valid or with one changed line. */
function spoilForm(random: Prng): string {
  if (random.chance(0.3)) return FORM.join('');
  return FORM.with(random.int(0, FORM.length - 1), random.pick(FORM_JUNK)).join('');
}

const QUERY_NAMES = [
  'in',
  'limit',
  'offset',
  'cursor',
  'q',
  'folder',
  'size',
  'ids',
  'type',
  'since',
  'search_text',
  '__proto__',
  'constructor',
  '%00',
  '',
];

function spoilQuery(random: Prng, endpoint: Endpoint, input: CallInput): string {
  const names = [...Object.keys(input.query), ...QUERY_NAMES];
  const count = endpoint.query ? random.int(1, 3) : 1;
  return Array.from({ length: count }, () => `${random.pick(names)}=${random.pick(QUERY_JUNK)}`).join('&');
}

function spoilHeaders(random: Prng): Record<string, string> {
  return random.pick<Record<string, string>>([
    { [SESSION_HEADER]: '' },
    { [SESSION_HEADER]: 'x'.repeat(4000) },
    { [SESSION_HEADER]: '%00' },
    { cookie: `${SESSION_COOKIE}=%00` },
    { cookie: `${SESSION_COOKIE}=%zz; ${SESSION_COOKIE}; =; ;;` },
    {
      range: random.pick([
        'bytes=-',
        'bytes=0-',
        'bytes=99999999999999999999-',
        'bytes=5-1',
        'x',
        'bytes=0-0,2-',
      ]),
    },
    { 'if-none-match': random.pick(['*', '"', ',,,', 'W/']) },
    { 'x-forwarded-for': 'nobody, \u00ff' },
    { host: 'evil.example:99999' },
    { accept: '\u00e9' },
    { 'accept-encoding': 'x' },
    { expect: 'x' },
    { 'content-encoding': 'gzip' },
  ]);
}
