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

const TRY_AGAIN_MS = 60_000;

/**
 * Signs with the certificate of the mail ports, as it is renewed. A process that serves pages alone may not have the files,
 * or not yet; what it sends works without a signature, too.
 */
export async function openSigner(files: CertificateFiles | null, { clock, log }: Deps): Promise<Signer> {
  if (files === null) return { sign: (text) => Buffer.from(text), stop: () => undefined };
  let current: Certificate | null = null;
  let opened: RenewingCertificate | null = null;
  let complaint = '';
  let stopped = false;
  const now = () => new Date(clock.now());

  function complain({ message }: Error): void {
    if (message !== complaint)
      log.warn({ file: files?.certFile, reason: message }, 'certificate not usable for signatures');
    complaint = message;
  }

  /** One that can't sign leaves the one before in use. */
  function use(certificate: Certificate): void {
    try {
      signMessage(Buffer.alloc(0), certificate, now());
      current = certificate;
      complaint = '';
    } catch (error) {
      complain(error as Error);
    }
  }

  async function open(from: CertificateFiles): Promise<void> {
    try {
      const found = await openCertificate(from, { clock, log });
      if (stopped) return found.stop();
      opened = found;
      found.onRenewal(use);
      use(found.first);
    } catch (error) {
      complain(error as Error);
    }
  }

  await open(files);
  let opening = false;
  const tries = clock.every(TRY_AGAIN_MS, () => {
    if (opened !== null || opening) return;
    opening = true;
    void open(files).then(() => {
      opening = false;
    });
  });
  return {
    sign(text) {
      const content = Buffer.from(text);
      return current === null ? content : signMessage(content, current, now());
    },
    stop() {
      stopped = true;
      tries.stop();
      opened?.stop();
    },
  };
}
