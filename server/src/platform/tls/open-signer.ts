import type { Clock } from '../clock.ts';
import {
  type Certificate,
  type CertificateFiles,
  openCertificate,
  type RenewingCertificate,
} from './renewing-certificate.ts';
import { signMessage } from './sign-message.ts';

export type Signer = {
  /** The text within a signature; as it is where there is nothing to sign with. */
  sign(text: string): Buffer;
  stop(): void;
};

type Deps = { clock: Clock; log: Parameters<typeof openCertificate>[1]['log'] };

/**
 * Signs with the certificate of the mail ports, as it is renewed. A process that serves pages alone may not have the files;
 * what it sends works without a signature, too.
 */
export async function openSigner(files: CertificateFiles | null, { clock, log }: Deps): Promise<Signer> {
  let current: Certificate | null = null;
  let opened: RenewingCertificate | null = null;

  function use(certificate: Certificate): void {
    signMessage(Buffer.alloc(0), certificate, new Date(clock.now()));
    current = certificate;
  }

  try {
    opened = files && (await openCertificate(files, { clock, log }));
    if (opened) use(opened.first);
    opened?.onRenewal(use);
  } catch (error) {
    log.warn(
      { file: files?.certFile, reason: (error as Error).message },
      'certificate not usable for signatures',
    );
  }
  return {
    sign(text) {
      const content = Buffer.from(text);
      return current === null ? content : signMessage(content, current, new Date(clock.now()));
    },
    stop: () => opened?.stop(),
  };
}
