import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addDomain } from '../../admin/add-domain.ts';
import { setDomain } from '../../admin/set-domain.ts';
import { showDomain } from '../../admin/show-domain.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { refusalOf, writeDraft } from '../../test-kit/write-mail.ts';

const DOMAIN = 'moi.example';
const params = { domain: DOMAIN };

let server: TestServer;
let owner: NewPerson;
beforeAll(async () => {
  server = await startTestServer();
  await run(addDomain, DOMAIN, '--unverified');
  owner = await newPerson(server, { domain: DOMAIN, kind: 'owner' });
});
afterAll(() => server.close());

async function run(command: typeof setDomain, ...args: string[]): Promise<string> {
  let said = '';
  const out = { write: (text: string) => (said += text) };
  await command.run({ context: server.context, args, out, err: out } as never);
  return said;
}

const latest = async () =>
  (await owner.client.listAudit({ query: { act: 'domain_changed' } })).data.map(({ before, after }) => [
    before,
    after,
  ]);

test('DM-1 a domain that was added unverified is verified later, at once for those who are signed in', async () => {
  expect(await run(showDomain, DOMAIN)).toContain('verified=0\n');
  const { id: msg_id } = await writeDraft(owner, ['ban@elsewhere.example']);
  const send = () => owner.client.sendMail({ body: { msg_id } });
  expect((await refusalOf(send())).code).toBe('domain_unverified');

  await run(setDomain, DOMAIN, 'verified=1');
  expect(await run(showDomain, DOMAIN)).toContain('verified=1\n');
  await vi.waitFor(send);
  expect((await owner.client.showDomain({ params })).data.verified).toBe(true);
  await run(setDomain, DOMAIN, 'verified=yes');
  expect(await latest()).toEqual([['verified=false', 'verified=true']]);

  await run(setDomain, DOMAIN, 'verified=0');
  await vi.waitFor(async () => expect((await owner.client.getUserInfo({})).data.domain_verified).toBe(false));
  await expect(run(setDomain, DOMAIN, 'verified=maybe')).rejects.toThrow("verified is 1 or 0, not 'maybe'");
});

test('DM-1 only a provider says that a domain is verified', async () => {
  const body = { verified: true };
  expect((await refusalOf(owner.client.changeDomain({ params, body }))).code).toBe('forbidden');
  const provider = await newPerson(server);
  const { db } = server.context;
  await db.updateTable('mailboxes').set({ provider: true }).where('id', '=', provider.mailbox).execute();
  await db
    .updateTable('sessions')
    .set({ method: 'password_and_code' })
    .where('mailbox_id', '=', provider.mailbox)
    .execute();
  server.clock.pass(60_000);
  expect((await provider.client.changeDomain({ params, body })).data.verified).toBe(true);
  expect((await latest())[0]).toEqual(['verified=false', 'verified=true']);
});
