import { createHash } from 'node:crypto';
import * as oidc from 'openid-client';
import { type Clock, unixSeconds } from '../../../platform/clock.ts';
import type { GuardedFetch } from '../../../platform/outbound/guarded-fetch.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { openClientSecret } from './client-secret.ts';
import type { ProviderRow } from './providers.store.ts';

type ProviderDeps = {
  clock: Clock;
  secrets: SecretBox | null;
  /** Public addresses, and the allowed internal ones. */
  guardedFetch: GuardedFetch;
  /** Hosts for which http is accepted. */
  internalHosts: ReadonlySet<string>;
};

export type Providers = {
  /** The cached configuration of a provider; fetched when missing or old. */
  open(row: ProviderRow): Promise<oidc.Configuration>;
};

const TIME_MS = 5_000;
const LARGEST_ANSWER = 256 * 1024;
const KNOWN_SECONDS = 3600;
const KNOWN_AT_MOST = 200;

/** An issuer that must not be contacted. */
export class IssuerRefusedError extends Error {
  override name = 'IssuerRefusedError';
}

export function createProviders(deps: ProviderDeps): Providers {
  const known = new Map<number, { key: string; until: number; found: Promise<oidc.Configuration> }>();

  return {
    open(row) {
      const key = createHash('sha256')
        .update(JSON.stringify([row.issuer, row.client_id, row.client_secret?.toString('base64')]))
        .digest('hex');
      const now = unixSeconds(deps.clock);
      const before = known.get(row.domain_id);
      if (before && before.key === key && before.until > now) return before.found;
      if (known.size >= KNOWN_AT_MOST) known.delete(known.keys().next().value as number);
      const found = discover(deps, row);
      const entry = { key, until: now + KNOWN_SECONDS, found };
      // Concurrent sign-ins share one request; the next one retries after a failure.
      found.catch(() => known.get(row.domain_id) === entry && known.delete(row.domain_id));
      known.set(row.domain_id, entry);
      return found;
    },
  };
}

/** Discovers a provider's metadata and keys; throws when they are unusable. */
async function discover(
  deps: ProviderDeps,
  row: Pick<ProviderRow, 'domain_id' | 'issuer' | 'client_id' | 'client_secret'>,
): Promise<oidc.Configuration> {
  const issuer = readIssuer(row.issuer, deps.internalHosts);
  const secret =
    row.client_secret === null ? null : openClientSecret(deps.secrets, row.domain_id, row.client_secret);
  return oidc.discovery(issuer, row.client_id, {}, authenticateClient(secret), {
    [oidc.customFetch]: fetchGuarded(deps.guardedFetch),
    execute: [
      // Verifies the signature, although the token came from the provider itself.
      oidc.enableNonRepudiationChecks,
      ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
    ],
  });
}

/** The issuer as a URL; https, except for internal hosts that the administrator allows. */
function readIssuer(text: string, internalHosts: ReadonlySet<string>): URL {
  const url = URL.parse(text);
  if (!url || [url.search, url.hash, url.username, url.password].some((part) => part !== '')) {
    throw new IssuerRefusedError('an issuer is an address such as https://login.example.com/realms/mail');
  }
  const isInternal = internalHosts.has(
    `${url.hostname}:${url.port || (url.protocol === 'http:' ? 80 : 443)}`,
  );
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isInternal)) return url;
  throw new IssuerRefusedError('an issuer has an https address');
}

/** As the provider supports it: in a header, unless it accepts only the body. */
function authenticateClient(secret: string | null): oidc.ClientAuth {
  if (secret === null) return oidc.None();
  const [inHeader, inBody] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const way = ways.includes('client_secret_basic') ? inHeader : inBody;
    way(server, client, body, headers);
  };
}

/**
 * All requests to a provider: bounded in time and size, without redirects, and never to internal addresses
 * (SSRF).
 */
function fetchGuarded(guardedFetch: GuardedFetch): oidc.CustomFetch {
  return async (url, { method, headers, body }) => {
    if (method !== 'GET' && method !== 'POST') throw new Error(`${method} is not asked of a provider`);
    const text = body === undefined || body === null ? undefined : String(body);
    const answer = await guardedFetch({
      url,
      method,
      headers: {
        ...headers,
        ...(text === undefined ? {} : { 'content-length': String(Buffer.byteLength(text)) }),
      },
      ...(text === undefined ? {} : { body: text }),
      redirects: 0,
      maxBytes: LARGEST_ANSWER,
      timeMs: TIME_MS,
    });
    const bytes = await Array.fromAsync(answer.body as AsyncIterable<Buffer>);
    const type = answer.headers['content-type'];
    return new Response(answer.status === 204 ? null : Buffer.concat(bytes), {
      status: answer.status,
      headers: type === undefined ? {} : { 'content-type': type },
    });
  };
}
