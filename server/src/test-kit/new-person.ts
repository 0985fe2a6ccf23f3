import { lanAnh, type Person } from '../demo-world/people.ts';
import { createMailbox } from '../features/people/create-people.ts';
import { type SignedInClient, signedInClient } from './signed-in-client.ts';
import type { TestServer } from './start-server.ts';

export type NewPerson = { email: string; mailbox: number; client: SignedInClient };

let counter = 0;

/** A signed-in person with an empty mailbox: for tests that do not share one. */
export async function newPerson(
  server: TestServer,
  {
    domain = 'saomai.example',
    kind = 'member',
    local = 'nguoi',
  }: { domain?: string; kind?: Person['kind']; local?: string } = {},
): Promise<NewPerson> {
  counter += 1;
  const email = `${local}${counter}@${domain}`;
  const { password_hash: passwordHash } = await server.context.db
    .selectFrom('mailboxes')
    .select('password_hash')
    .where('email', '=', lanAnh.email)
    .executeTakeFirstOrThrow();
  const mailbox = await createMailbox(server.context, {
    email,
    name: `Người thứ ${counter}`,
    passwordHash,
    kind,
    quotaMb: 1_000,
    enableSmtp: true,
    enableDrive: true,
    aliases: [],
  });
  const client = await signedInClient(server.baseUrl, { email, password: lanAnh.password });
  return { email, mailbox, client };
}
