import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Metrics } from '../metrics.ts';
import type { CertificateFiles } from './renewing-certificate.ts';

/** Unix seconds. The file may hold a chain: the first certificate is the server's, the others its issuers. */
export async function readCertificateEnd({ certFile }: Pick<CertificateFiles, 'certFile'>): Promise<number> {
  const { validTo } = new X509Certificate(await readFile(certFile));
  return Math.floor(Date.parse(validTo) / 1000);
}

export function measureCertificate(metrics: Metrics, files: CertificateFiles | null): void {
  metrics.gauge(
    'bocau_certificate_expires_timestamp_seconds',
    'When the certificate of the mail ports expires, where there is one',
    async (): Promise<Record<string, number>> =>
      files === null ? {} : { mail: await readCertificateEnd(files) },
  );
}
