import { generateKeyPairSync } from 'node:crypto';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { expect, it } from 'vitest';
import { signMessage } from './sign-message.ts';

const SOURCE = 'From: a@saomai.example\r\nTo: b@vpp.example\r\nSubject: Xin\r\n chào\r\n\r\nNội dung.\r\n';

it('signs a message so that others can check it', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const lines = await signMessage(inPieces(SOURCE), {
    key: { selector: 'bocau', privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() },
    domain: 'saomai.example',
    at: new Date('2026-11-20T08:00:00Z'),
  });
  expect(lines).toMatch(/^DKIM-Signature: .*\r\n$/s);
  const record = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const { results } = await dkimVerify(lines + SOURCE, {
    resolver: async (name: string) => {
      expect(name).toBe('bocau._domainkey.saomai.example');
      return [[`v=DKIM1; k=rsa; p=${record}`]];
    },
  });
  expect(results.map((one) => one.status.result)).toEqual(['pass']);
});

async function* inPieces(text: string): AsyncGenerator<Buffer> {
  for (let from = 0; from < text.length; from += 7) yield Buffer.from(text.slice(from, from + 7));
}
