import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../platform/clock.ts';
import { signedBytes } from './proof-keys.ts';

/** What the tests call the host of, as PUBLIC_URL has it. */
export const PUBLIC_URL = 'https://thu.saomai.example';

const TICKS_AT_1970 = 621_355_968_000_000_000n;
const TYPES = ['docx', 'xlsx', 'odt'];

/** An office server that publishes a discovery with proof keys, and calls as Collabora Online and others do. */
export async function startOfficeServer() {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { n = '', e = '' } = keys.publicKey.export({ format: 'jwk' }) as { n?: string; e?: string };
  const [modulus, exponent] = [n, e].map((part) => Buffer.from(part, 'base64url').toString('base64'));
  const actions = TYPES.map((ext) => `<action ext="${ext}" name="edit" urlsrc="http://inside/cool.html?"/>`);
  const xml = `<wopi-discovery><net-zone name="external-http"><app name="all">${actions.join('')}
    <action ext="pdf" name="view" urlsrc="http://inside/cool.html?"/></app></net-zone>
    <proof-key modulus="${modulus}" exponent="${exponent}"/></wopi-discovery>`;
  let isSilent = false;
  const server = createServer((_request, response) => {
    if (isSilent) response.writeHead(502).end();
    else response.setHeader('content-type', 'text/xml').end(xml);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    silence(silent: boolean) {
      isSilent = silent;
    },
    /** The headers that prove a call of this path, token and time. */
    proofOf(path: string, accessToken: string, clock: Clock): Record<string, string> {
      const ticks = TICKS_AT_1970 + BigInt(clock.now()) * 10_000n;
      const bytes = signedBytes({ accessToken, url: PUBLIC_URL + path }, ticks);
      const proof = sign('sha256', bytes, keys.privateKey).toString('base64');
      return { 'x-wopi-timestamp': String(ticks), 'x-wopi-proof': proof, 'x-wopi-proofold': proof };
    },
    close: () => server.close(),
  };
}
