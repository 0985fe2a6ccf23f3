import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Clock } from '../clock.ts';

export type CertificateFiles = { certFile: string; keyFile: string };
export type Certificate = { cert: Buffer; key: Buffer };

type Log = {
  info(fields: Record<string, unknown>, text: string): void;
  warn(fields: Record<string, unknown>, text: string): void;
};

export type RenewingCertificate = {
  /** The certificate in the files when they were opened. */
  first: Certificate;
  /** Called with each renewed certificate. */
  onRenewal(use: (certificate: Certificate) => void): void;
  stop(): void;
};

/** Certificates are renewed weeks before they expire: reading two small files each minute is soon enough. */
const LOOK_EVERY_MS = 60_000;

/**
 * A certificate that may be renewed while the program runs, without notification. A key and certificate that
 * do not match, as between two copies, are ignored until they do.
 */
export async function openCertificate(
  files: CertificateFiles,
  { clock, log }: { clock: Clock; log: Log },
): Promise<RenewingCertificate> {
  const first = await readBoth(files);
  judgeCertificate(first);
  const uses: ((certificate: Certificate) => void)[] = [];
  let current = first;
  let complaint = '';
  let looking = false;

  async function look(): Promise<void> {
    const found = await readBoth(files);
    if (found.cert.equals(current.cert) && found.key.equals(current.key)) return;
    judgeCertificate(found);
    current = found;
    for (const use of uses) use(found);
    const { subject, validTo } = new X509Certificate(found.cert);
    log.info({ file: files.certFile, subject, validTo }, 'certificate renewed');
  }

  const timer = clock.every(LOOK_EVERY_MS, () => {
    if (looking) return;
    looking = true;
    look()
      .then(
        () => {
          complaint = '';
        },
        ({ message }: Error) => {
          if (message !== complaint)
            log.warn({ file: files.certFile, reason: message }, 'new certificate not usable');
          complaint = message;
        },
      )
      .finally(() => {
        looking = false;
      });
  });
  return { first, onRenewal: (use) => void uses.push(use), stop: () => timer.stop() };
}

/**
 * Throws where it can not be used. TLS takes a key of another kind than the certificate's without a word, and then shows no
 * certificate to anybody.
 */
export function judgeCertificate({ cert, key }: Certificate): void {
  createSecureContext({ cert, key });
  if (!isKeyOf(new X509Certificate(cert), createPrivateKey(key)))
    throw new Error('the key does not belong to the certificate');
}

function isKeyOf(certificate: X509Certificate, key: KeyObject): boolean {
  if (certificate.publicKey.asymmetricKeyType !== key.asymmetricKeyType) return false;
  return certificate.checkPrivateKey(key);
}

async function readBoth({ certFile, keyFile }: CertificateFiles): Promise<Certificate> {
  const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)]);
  return { cert, key };
}
