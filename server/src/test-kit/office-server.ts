import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signedBytes } from '../features/office/proof-keys.ts';
import type { Clock } from '../platform/clock.ts';

/** The tests' PUBLIC_URL. */
export const PUBLIC_URL = 'https://thu.saomai.example';

const TICKS_AT_1970 = 621_355_968_000_000_000n;
const TYPES = ['docx', 'xlsx', 'odt'];

/** Keys of the office server: on rotation `next` becomes the current one, and the current one the old. */
type Signer = 'current' | 'old' | 'next';

/** An office server that publishes a discovery with proof keys, and calls like Collabora Online and others. */
export async function startOfficeServer() {
  const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
  let keys: Record<Signer, ReturnType<typeof newKeys>> = {
    current: newKeys(),
    old: newKeys(),
    next: newKeys(),
  };
  const published = (signer: Signer, prefix: string) => {
    const { n = '', e = '' } = keys[signer].publicKey.export({ format: 'jwk' }) as { n?: string; e?: string };
    const [modulus, exponent] = [n, e].map((part) => Buffer.from(part, 'base64url').toString('base64'));
    return `${prefix}modulus="${modulus}" ${prefix}exponent="${exponent}"`;
  };
  const actions = TYPES.map((ext) => `<action ext="${ext}" name="edit" urlsrc="http://inside/cool.html?"/>`);
  const discovery = () => `<wopi-discovery><net-zone name="external-http"><app name="all">${actions.join('')}
    <action ext="pdf" name="view" urlsrc="http://inside/cool.html?"/></app></net-zone>
    <proof-key ${published('current', '')} ${published('old', 'old')}/></wopi-discovery>`;
  let isSilent = false;
  const server = createServer((_request, response) => {
    if (isSilent) response.writeHead(502).end();
    else response.setHeader('content-type', 'text/xml').end(discovery());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    silence(silent: boolean) {
      isSilent = silent;
    },
    rotateKeys() {
      keys = { current: keys.next, old: keys.current, next: newKeys() };
    },
    /** The proof headers of a call for this path, token and time. */
    proofOf(
      path: string,
      accessToken: string,
      clock: Pick<Clock, 'now'>,
      by: { proof: Signer; proofOld: Signer } = { proof: 'current', proofOld: 'old' },
    ): Record<string, string> {
      const ticks = TICKS_AT_1970 + BigInt(clock.now()) * 10_000n;
      const bytes = signedBytes({ accessToken, url: PUBLIC_URL + path }, ticks);
      const signedBy = (signer: Signer) => sign('sha256', bytes, keys[signer].privateKey).toString('base64');
      return {
        'x-wopi-timestamp': String(ticks),
        'x-wopi-proof': signedBy(by.proof),
        'x-wopi-proofold': signedBy(by.proofOld),
      };
    },
    close: () => server.close(),
  };
}
