import { type ApiClient, createApiClient } from '@bocau/contract/client.ts';

export type SignedInClient = ApiClient & { token: string };

/** Signs in like a program, which sends its session token. */
export async function signedInClient(
  baseUrl: string,
  { email, password }: { email: string; password: string },
): Promise<SignedInClient> {
  const client = createApiClient({ baseUrl, fetch });
  const { token } = (await client.login({ body: { email, password } })).data;
  if (token === null) throw new Error('The sign-in answered no token');
  client.setToken(token);
  return Object.assign(client, { token });
}
