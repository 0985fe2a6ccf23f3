import { createHash, generateKeyPairSync, verify, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContentInfo, id_messageDigest, SignedData } from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { afterEach, expect, test } from 'vitest';
import { createTestClock } from '../../test-kit/test-clock.ts';
import { openSigner } from './open-signer.ts';
import { openCertificate } from './renewing-certificate.ts';
import { signMessage } from './sign-message.ts';

const CERTIFICATES = join(import.meta.dirname, '../../test-kit/certificates');
const NOW = new Date('2026-11-26T02:00:00Z');
const CONTENT = Buffer.from('<plist>Bồ Câu</plist>');

const file = (name: string) => join(CERTIFICATES, `${name}.pem`);
const silent = { info: () => undefined, warn: () => undefined };
const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const pem = (name: string) => readFile(file(name));

function read(signed: Buffer) {
  const { contentType, content } = AsnConvert.parse(signed, ContentInfo);
  expect(contentType).toBe('1.2.840.113549.1.7.2');
  const data = AsnConvert.parse(content, SignedData);
  const [signer] = data.signerInfos;
  if (signer?.signedAttrs === undefined) throw new Error('nobody signed');
  return { data, signer, attributes: signer.signedAttrs };
}

test('the content is signed by the key of the certificate, which comes with its chain', async () => {
  const cert = Buffer.concat([await pem('mail.test.cert'), await pem('renewed.test.cert')]);
  const signed = signMessage(CONTENT, { cert, key: await pem('mail.test.key') }, NOW);
  const { data, signer, attributes } = read(signed);
  const held = data.encapContentInfo.eContent?.single?.buffer ?? new ArrayBuffer(0);
  expect(Buffer.from(held)).toEqual(CONTENT);
  expect(data.certificates).toHaveLength(2);

  const digest = attributes.find(({ attrType }) => attrType === id_messageDigest)?.attrValues[0];
  const said = AsnConvert.parse(digest ?? new ArrayBuffer(0), OctetString);
  expect(Buffer.from(said.buffer)).toEqual(createHash('sha256').update(CONTENT).digest());
  // Where it stands the set has a tag of its own (RFC 5652 section 5.4).
  const elements = Buffer.concat(attributes.map((one) => Buffer.from(AsnConvert.serialize(one))));
  const set = Buffer.concat([Buffer.from([0x31, elements.length]), elements]);
  const { publicKey } = new X509Certificate(await pem('mail.test.cert'));
  expect(verify('sha256', set, publicKey, Buffer.from(signer.signature.buffer))).toBe(true);
});

/** Of a kind that is not the certificate's; TLS takes it without a word. */
async function writeOtherKey(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bocau-signer-'));
  folders.push(folder);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const path = join(folder, 'key.pem');
  await writeFile(path, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return path;
}

test('a key of another kind than the certificate is refused, and its mending is seen within a minute', async () => {
  const keyFile = await writeOtherKey();
  const files = { certFile: file('mail.test.cert'), keyFile };
  await expect(openCertificate(files, { clock: createTestClock(), log: silent })).rejects.toThrow(
    'the key does not belong to the certificate',
  );
  const clock = createTestClock();
  const signer = await openSigner(files, { clock, log: silent });
  expect(signer.sign('Bồ Câu').toString()).toBe('Bồ Câu');
  await writeFile(keyFile, await pem('mail.test.key'));
  await clock.advance(61_000);
  await expect.poll(() => signer.sign('Bồ Câu').toString()).not.toBe('Bồ Câu');
  signer.stop();
});

test.each([
  ['there is no certificate', null],
  ['its files are not there', { certFile: file('nothing'), keyFile: file('nothing') }],
  ['the key is of another one', { certFile: file('mail.test.cert'), keyFile: file('README') }],
])('a text goes as it is where %s', async (_why, files) => {
  const warned: string[] = [];
  const log = { info: () => undefined, warn: (_fields: unknown, text: string) => void warned.push(text) };
  const signer = await openSigner(files, { clock: createTestClock(), log });
  expect(signer.sign('Bồ Câu').toString()).toBe('Bồ Câu');
  expect(warned).toEqual(files === null ? [] : ['certificate not usable for signatures']);
  signer.stop();
});
