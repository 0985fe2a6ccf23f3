import { findDomain } from '../admin/accounts.store.ts';
import { sealClientSecret } from '../features/session/single-sign-on/client-secret.ts';
import { writeProvider } from '../features/session/single-sign-on/providers.store.ts';
import { inTransaction } from '../platform/db/database.ts';
import type { TestServer } from './start-server.ts';

/** As `domain set DOMAIN sso_issuer=…` stores it, without contacting the provider. */
export async function addProvider(
  { context: { db, secrets } }: TestServer,
  domain: string,
  more: { issuer?: string; trust_email?: boolean } = {},
): Promise<void> {
  const found = await findDomain(db, domain);
  if (!found) throw new Error(`There is no domain ${domain}`);
  await inTransaction(db, (tx) =>
    writeProvider(tx, {
      domain_id: found.id,
      issuer: 'https://sso.saomai.example',
      client_id: 'bocau',
      client_secret: sealClientSecret(secrets, found.id, CLIENT_SECRET),
      trust_email: false,
      ...more,
    }),
  );
}

export const CLIENT_SECRET = 'a secret of the provider: + % &';
