import { findSigningKey, UnopenedKeyError } from '../../identity/domain-keys/domain-keys.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { SenderVerdict } from '../../platform/smtp/sender-verdict.ts';
import { authenticationResults } from '../../platform/smtp/trace-headers.ts';
import { sealMessage } from '../../platform/smtp-out/seal-message.ts';
import type { DkimKey } from '../../platform/smtp-out/sign-message.ts';
import type { ReadDb } from '../../tables.ts';

type SealDeps = {
  db: ReadDb;
  dkim: DkimKey | null;
  secrets: SecretBox | null;
  config: { mail: { name: string } };
};

/** An existing ARC chain stays valid, because nothing it covers is changed. */
export async function sealForward(
  deps: SealDeps,
  domain: string,
  { envelopeSender, verdict, at }: { envelopeSender: string; verdict: SenderVerdict; at: Date },
  source: () => Promise<AsyncIterable<Uint8Array>>,
): Promise<string> {
  const { config } = deps;
  if (verdict.arc.result !== 'none') return '';
  const key = await findReadableKey(deps, domain);
  if (key === null) return '';
  const results = authenticationResults(config.mail.name, envelopeSender, verdict)
    .slice('Authentication-Results:'.length)
    .trim();
  return sealMessage(await source(), { key, domain, at, results });
}

/**
 * Null also for a key that can't be read: the message waits in the outgoing queue, where an administrator sees the
 * reason, instead of in a job that is given up.
 */
export async function findReadableKey(
  deps: Pick<SealDeps, 'db' | 'dkim' | 'secrets'>,
  domain: string,
): Promise<DkimKey | null> {
  return findSigningKey(deps, domain).catch((error: unknown) => {
    if (error instanceof UnopenedKeyError) return null;
    throw error;
  });
}
