import { createHash, verify, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContentInfo, id_messageDigest, SignedData } from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { expect, test } from 'vitest';
import { createTestClock } from '../../test-kit/test-clock.ts';
import { openSigner } from './open-signer.ts';
import { signMessage } from './sign-message.ts';

const CERTIFICATES = join(import.meta.dirname, '../../test-kit/certificates');
const NOW = new Date('2026-11-26T02:00:00Z');
const CONTENT = Buffer.from('<plist>Bồ Câu</plist>');

const file = (name: string) => join(CERTIFICATES, `${name}.pem`);
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
