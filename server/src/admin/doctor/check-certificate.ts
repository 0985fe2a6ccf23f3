import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Config } from '../../config/config.ts';
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts';

const DAY_MS = 86_400_000;
const WARN_DAYS = 14;

export async function checkCertificate({ mail }: Config, now: number): Promise<Finding[]> {
  if (mail.tls === null) return [];
  const { certFile, keyFile } = mail.tls;
  try {
    const certificate = new X509Certificate(await readFile(certFile));
    const key = createPrivateKey(await readFile(keyFile));
    const findings = [expiry(certFile, certificate, now)];
    if (!certificate.checkPrivateKey(key)) {
      findings.push(fail('certificate', `${keyFile} is not the key of ${certFile}`));
    }
    if (certificate.checkHost(mail.name) === undefined) {
      findings.push(warn('certificate', `${certFile} is not made for the name ${mail.name}`));
    }
    return findings;
  } catch (error) {
    return [fail('certificate', reasonOf(error))];
  }
}

function expiry(file: string, { validFrom, validTo }: X509Certificate, now: number): Finding {
  const days = Math.floor((Date.parse(validTo) - now) / DAY_MS);
  const text = `${file} is valid until ${validTo}`;
  if (Date.parse(validFrom) > now) return fail('certificate', `${file} is valid only from ${validFrom}`);
  if (days < 0) return fail('certificate', `${file} expired on ${validTo}`);
  return days < WARN_DAYS ? warn('certificate', `${text}: ${days} days left`) : ok('certificate', text);
}
