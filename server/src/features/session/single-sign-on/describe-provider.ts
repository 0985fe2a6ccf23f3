import type { DomainSignOn } from '@bocau/contract/admin-sign-on.ts';
import type { ReadDb } from '../../../tables.ts';
import { readSetProvider } from './providers.store.ts';

/** The single sign-on of a domain, suspended or not, and what must be registered at its provider. */
export async function describeProvider(
  db: ReadDb,
  domainId: number,
  publicUrl: string,
): Promise<DomainSignOn> {
  const row = await readSetProvider(db, domainId);
  return {
    provider: row
      ? {
          issuer: row.issuer,
          client: row.client_id,
          has_secret: row.client_secret !== null,
          trust_email: row.trust_email,
        }
      : null,
    redirect_uri: new URL('/sign-on/callback', publicUrl).href,
    post_logout_redirect_uri: new URL('/login', publicUrl).href,
  };
}
