import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Adapter, type ClientMetadata, type Configuration, Provider } from 'oidc-provider';

export type Claims = Record<string, unknown>;
type ProviderAccount = { subject: string; email: string; verified?: boolean };

export type SignOnProvider = {
  issuer: string;
  /** `127.0.0.1:port`, for SSO_INTERNAL_HOSTS. */
  host: string;
  /** The account that signs in there from now on; null: the user declines. */
  account: ProviderAccount | null;
  /** Modifies the claims of an ID token before it is signed. */
  change: ((claims: Claims) => Claims) | null;
  /** Signs ID tokens with an unpublished key. */
  foreignKey: boolean;
  /** Overrides of its metadata. */
  metadata: Record<string, unknown>;
  /** Accepts requests without answering; resolves for each one. */
  silence(): Promise<void>;
  speak(): void;
  /** The number of requests per path. */
  requests: Map<string, number>;
  close(): Promise<void>;
};

/** The certified provider program of the npm registry, on loopback, with automatic sign-in. */
export async function startSignOnProvider(client: ClientMetadata): Promise<SignOnProvider> {
  const http = createServer();
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  const [own, foreign] = [newKey(), newKey()];
  const known = new Map<string, ProviderAccount>();
  const provider = new Provider(`http://${host}`, configuration(client, own, known));
  let heard: (() => void) | null = null;
  const requests = new Map<string, number>();

  const self: SignOnProvider = {
    issuer: `http://${host}`,
    host,
    account: null,
    change: null,
    foreignKey: false,
    metadata: {},
    requests,
    silence: () => new Promise((resolve) => (heard = resolve)),
    speak: () => (heard = null),
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };

  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/interaction/')) {
      await next();
      if (ctx.path.startsWith('/.well-known/')) ctx.body = { ...(ctx.body as object), ...self.metadata };
      if (ctx.path !== '/token' || ctx.status !== 200) return;
      const body = ctx.body as { id_token: string };
      const claims = readClaims(body.id_token);
      const key = self.foreignKey ? foreign : own;
      ctx.body = { ...body, id_token: signToken((self.change ?? ((same) => same))(claims), key) };
      return;
    }
    ctx.respond = false;
    const { account } = self;
    if (account) known.set(account.subject, account);
    const result = account
      ? { login: { accountId: account.subject } }
      : { error: 'access_denied', error_description: 'declined' };
    await provider.interactionFinished(ctx.req, ctx.res, result);
  });
  const answer = provider.callback();
  http.on('request', (request, response) => {
    const path = (request.url ?? '').split('?')[0] as string;
    requests.set(path, (requests.get(path) ?? 0) + 1);
    if (heard) heard();
    else void answer(request, response);
  });
  return self;
}

type Key = ReturnType<typeof newKey>;
function newKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey, jwk: { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'k' } };
}

function readClaims(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString()) as Claims;
}

function signToken(claims: Claims, { privateKey }: Key): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const text = `${encode({ alg: 'ES256', typ: 'JWT', kid: 'k' })}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

function configuration(
  client: ClientMetadata,
  { jwk }: Key,
  known: ReadonlyMap<string, ProviderAccount>,
): Configuration {
  const lasting = 600;
  return {
    clients: [{ id_token_signed_response_alg: 'ES256', ...client }],
    jwks: { keys: [jwk] } as NonNullable<Configuration['jwks']>,
    cookies: { keys: ['for tests'] },
    adapter: memoryAdapter(),
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    ttl: {
      ...{ AccessToken: lasting, AuthorizationCode: lasting, IdToken: lasting },
      ...{ Grant: lasting, Interaction: lasting, Session: lasting },
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = `${form}<button form="op.logoutForm" name="logout" value="yes">Leave</button>`;
        },
      },
    },
    renderError: (ctx, out) => {
      ctx.body = out;
    },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: () => {
        const { email = '', verified = true } = known.get(accountId) ?? {};
        return { sub: accountId, email, email_verified: verified };
      },
    }),
    // No consent: the client is the organisation's own.
    async loadExistingGrant(ctx) {
      const { session } = ctx.oidc;
      if (!session?.accountId) return undefined;
      const grant = new ctx.oidc.provider.Grant({
        accountId: session.accountId,
        clientId: client.client_id as string,
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  };
}

function memoryAdapter(): (name: string) => Adapter {
  const rows = new Map<string, Record<string, unknown>>();
  const keyOf = (name: string, id: string) => `${name}:${id}`;
  return (name) => ({
    async upsert(id, payload) {
      rows.set(keyOf(name, id), payload);
    },
    find: async (id) => rows.get(keyOf(name, id)),
    findByUid: async (uid) => [...rows.values()].find((row) => row['uid'] === uid && row['kind'] === name),
    findByUserCode: async () => undefined,
    async consume(id) {
      const row = rows.get(keyOf(name, id));
      if (row) row['consumed'] = true;
    },
    async destroy(id) {
      rows.delete(keyOf(name, id));
    },
    async revokeByGrantId(grantId) {
      for (const [key, row] of rows) if (row['grantId'] === grantId) rows.delete(key);
    },
  });
}
