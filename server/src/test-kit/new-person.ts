import { type ApiClient, createApiClient } from '@bocau/contract/client.ts';
import { createMailbox } from '../features/account/create-people.ts';
import type { TestServer } from './start-server.ts';
import { lanAnh } from './world/people.ts';

export type NewPerson = { email: string; mailbox: number; client: ApiClient & { token: string } };

let counter = 0;

/** Somebody with an empty mailbox, who has signed in: for tests that would not share one. */
export async function newPerson(server: TestServer): Promise<NewPerson> {
  counter += 1;
  const email = `nguoi${counter}@saomai.example`;
  const { password_hash: passwordHash } = await server.context.db
    .selectFrom('mailboxes')
    .select('password_hash')
    .where('email', '=', lanAnh.email)
    .executeTakeFirstOrThrow();
  const mailbox = await createMailbox(server.context, {
    email,
    name: `Người thứ ${counter}`,
    passwordHash,
    kind: 'member',
    quotaMb: 1_000,
    enableSmtp: true,
    enableDrive: true,
    aliases: [],
  });
  const client = createApiClient({ baseUrl: server.baseUrl, fetch });
  const { data } = await client.login({ body: { email, password: lanAnh.password } });
  client.setToken(data.token);
  return { email, mailbox, client: Object.assign(client, { token: data.token }) };
}
