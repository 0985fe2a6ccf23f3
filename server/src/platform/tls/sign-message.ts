import { createHash, sign, X509Certificate } from 'node:crypto';
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  ContentInfo,
  DigestAlgorithmIdentifiers,
  EncapsulatedContent,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  id_contentType,
  id_data,
  id_messageDigest,
  id_signedData,
  id_signingTime,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
  SigningTime,
} from '@peculiar/asn1-cms';
import { AsnConvert, AsnObjectIdentifierConverter, OctetString } from '@peculiar/asn1-schema';
import { AlgorithmIdentifier, Certificate as CertificateFields } from '@peculiar/asn1-x509';
import type { Certificate } from './renewing-certificate.ts';

const SHA_256 = new AlgorithmIdentifier({ algorithm: '2.16.840.1.101.3.4.2.1', parameters: null });
/** By the kind of the certificate's key; others are in no certificate that a server shows. */
const SIGNATURES: { [key: string]: AlgorithmIdentifier | undefined } = {
  rsa: new AlgorithmIdentifier({ algorithm: '1.2.840.113549.1.1.1', parameters: null }),
  ec: new AlgorithmIdentifier({ algorithm: '1.2.840.10045.4.3.2' }),
};
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The content within a signature of the certificate's owner, with the whole chain (RFC 5652), as DER. */
export function signMessage(content: Buffer, { cert, key }: Certificate, now: Date): Buffer {
  const chain = (cert.toString('latin1').match(PEM) ?? []).map((pem) => new X509Certificate(pem));
  const [own] = chain;
  const algorithm = own && SIGNATURES[own.publicKey.asymmetricKeyType ?? ''];
  if (algorithm === undefined) throw new Error('a certificate of this kind signs nothing');
  const fields = chain.map(({ raw }) => AsnConvert.parse(raw, CertificateFields));
  const { issuer, serialNumber } = (fields[0] as CertificateFields).tbsCertificate;
  const signedAttrs = attributesOf(content, now);
  const signer = new SignerInfo({
    version: 1,
    sid: new SignerIdentifier({ issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }) }),
    digestAlgorithm: SHA_256,
    signedAttrs,
    signatureAlgorithm: algorithm,
    signature: new OctetString(sign('sha256', serializeSet(signedAttrs), key)),
  });
  const signed = new SignedData({
    version: 1,
    digestAlgorithms: new DigestAlgorithmIdentifiers([SHA_256]),
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: id_data,
      eContent: new EncapsulatedContent({ single: new OctetString(content) }),
    }),
    certificates: new CertificateSet(fields.map((certificate) => new CertificateChoices({ certificate }))),
    signerInfos: new SignerInfos([signer]),
  });
  return serialize(new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(signed) }));
}

/** Sorted as DER wants a set. */
function attributesOf(content: Buffer, now: Date): Attribute[] {
  const attribute = (attrType: string, value: ArrayBuffer) =>
    new Attribute({ attrType, attrValues: [value] });
  const digest = new OctetString(createHash('sha256').update(content).digest());
  return [
    attribute(id_contentType, AsnObjectIdentifierConverter.toASN(id_data).toBER()),
    attribute(id_signingTime, AsnConvert.serialize(new SigningTime(now))),
    attribute(id_messageDigest, AsnConvert.serialize(digest)),
  ].sort((a, b) => Buffer.compare(serialize(a), serialize(b)));
}

/** What is signed: the set with the tag of a set, which it doesn't have where it stands (RFC 5652 section 5.4). */
function serializeSet(attributes: Attribute[]): Buffer {
  const body = Buffer.concat(attributes.map(serialize));
  if (body.length > 127) throw new Error('the length of the attributes takes more than one byte');
  return Buffer.concat([Buffer.from([0x31, body.length]), body]);
}

function serialize(value: object): Buffer {
  return Buffer.from(AsnConvert.serialize(value));
}
