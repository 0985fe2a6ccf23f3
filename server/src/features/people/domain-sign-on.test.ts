import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../platform/db/database.ts';
import { CLIENT_SECRET } from '../../test-kit/add-provider.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { type SignOnProvider, startSignOnProvider } from '../../test-kit/sign-on-provider.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { turnOnTwoStep } from '../../test-kit/turn-on-two-step.ts';
import { untilWaiting } from '../../test-kit/until-waiting.ts';
import { openClientSecret } from '../session/single-sign-on/client-secret.ts';
import { readProvider } from '../session/single-sign-on/providers.store.ts';
import { lockDomainOf } from './accounts.store.ts';
import { createDomain } from './create-people.ts';

const PUBLIC_URL = 'http://thu.saomai.example';
const CLIENT = {
  client_id: 'bocau',
  client_secret: CLIENT_SECRET,
  redirect_uris: [`${PUBLIC_URL}/sign-on/callback`],
  post_logout_redirect_uris: [`${PUBLIC_URL}/login`],
};

let provider: SignOnProvider;
let server: TestServer;
beforeAll(async () => {
  provider = await startSignOnProvider(CLIENT);
  server = await startTestServer({
    env: { PUBLIC_URL, SSO_INTERNAL_HOSTS: provider.host, PHONE_SMS_URL: 'https://sms.example/send' },
    dial: (host, port) => connect({ host, port }),
  });
});
afterAll(() => Promise.all([server.close(), provider.close()]));

let owner: NewPerson;
let member: NewPerson;
let domain: string;
let counter = 0;
beforeEach(async () => {
  counter += 1;
  domain = `cty-${counter}.example`;
  await createDomain(server.context, domain, true);
  owner = await newPerson(server, { domain, kind: 'owner' });
  member = await newPerson(server, { domain });
});

const wanted = () => ({ issuer: provider.issuer, client: 'bocau', trust_email: false });
const params = () => ({ domain });

/** The audit log of the domain, latest first. */
async function acts() {
  const { data } = await owner.client.listAudit({ query: { to: domain, act: 'domain_changed' } });
  return data.map(({ actor, before, after }) => [actor, before, after]);
}

test('AU-5 an owner requires two-step sign-in of their domain, and lets it use codes by SMS', async () => {
  const { client, email } = owner;
  const before = (await client.showDomain({ params: params() })).data;
  expect(before).toMatchObject({ require_two_step: false, sms_codes: false, sends_codes: true });
  // The owner who requires it is bound by it as well.
  await turnOnTwoStep(server.context, owner.mailbox);
  const on = { require_two_step: true, sms_codes: true };
  expect((await client.changeDomain({ params: params(), body: on })).data).toMatchObject(on);
  server.clock.pass(60_000);
  await expect(member.client.listFolders({})).rejects.toMatchObject({ code: 'two_step_required' });
  expect(await acts()).toEqual([
    [email, 'sms_codes=false', 'sms_codes=true'],
    [email, 'require_two_step=false', 'require_two_step=true'],
  ]);
});

test('AU-5 an owner sets the single sign-on of their domain once its provider answers, and takes it away', async () => {
  const { client, email } = owner;
  const nothing = (await client.showDomainSignOn({ params: params() })).data;
  expect(nothing).toEqual({
    provider: null,
    redirect_uri: `${PUBLIC_URL}/sign-on/callback`,
    post_logout_redirect_uri: `${PUBLIC_URL}/login`,
  });
  const set = (body: object) =>
    client.setDomainSignOn({ params: params(), body: { ...wanted(), ...body } as never });
  const faultOf = (body: object) =>
    set(body).then(
      () => null,
      ({ code, details }: { code: string; details: { fields: { field: string }[] } }) => [
        code,
        details.fields[0]?.field,
      ],
    );
  expect(await faultOf({ issuer: 'http://sso.example' })).toEqual(['invalid_input', 'issuer']);
  expect(await faultOf({ issuer: 'https://127.0.0.1' })).toEqual(['invalid_input', 'issuer']);
  expect((await client.showDomainSignOn({ params: params() })).data).toEqual(nothing);

  const { data } = await set({ client_secret: CLIENT_SECRET });
  const shown = { issuer: provider.issuer, client: 'bocau', has_secret: true };
  expect(data.provider).toEqual({ ...shown, trust_email: false });
  expect((await set({ trust_email: true })).data.provider).toEqual({ ...shown, trust_email: true });
  const { db, secrets } = server.context;
  const { id } = await db
    .selectFrom('domains')
    .select('id')
    .where('name', '=', domain)
    .executeTakeFirstOrThrow();
  const row = await readProvider(db, id);
  expect(openClientSecret(secrets, id, row?.client_secret as Buffer)).toBe(CLIENT_SECRET);
  // A secret is revealed only to the identity provider that it was set for.
  expect(await faultOf({ issuer: `${provider.issuer}/other` })).toEqual(['invalid_input', 'client_secret']);
  expect((await client.removeDomainSignOn({ params: params() })).data).toEqual(nothing);
  const line = `sso_issuer=${provider.issuer} sso_client=bocau sso_secret=set`;
  expect(await acts()).toEqual([
    [email, `${line} sso_trust_email=1`, 'sso_issuer=none'],
    [email, `${line} sso_trust_email=0`, `${line} sso_trust_email=1`],
    [email, 'sso_issuer=none', `${line} sso_trust_email=0`],
  ]);
  expect(JSON.stringify(await acts())).not.toContain(CLIENT_SECRET);
});

test('AU-5 nobody else says who signs in to a domain, nor an owner where a provider is among its people', async () => {
  const stranger = await newPerson(server, { domain: 'saomai.example', kind: 'owner' });
  const calls = ({ client }: NewPerson) => [
    () => client.showDomainSignOn({ params: params() }),
    () => client.setDomainSignOn({ params: params(), body: wanted() }),
    () => client.removeDomainSignOn({ params: params() }),
    () => client.changeDomain({ params: params(), body: { require_two_step: true } }),
  ];
  for (const call of calls(stranger)) await expect(call()).rejects.toMatchObject({ code: 'not_found' });
  for (const call of calls(member)) await expect(call()).rejects.toMatchObject({ code: 'forbidden' });
  await server.context.db
    .updateTable('mailboxes')
    .set({ provider: true })
    .where('id', '=', member.mailbox)
    .execute();
  for (const call of calls(owner).slice(1, 3))
    await expect(call()).rejects.toMatchObject({ code: 'forbidden' });
});

test('AU-5 an owner sets no single sign-on while somebody of the domain becomes a provider', async () => {
  const { db } = server.context;
  const codes: string[] = [];
  let setting: Promise<number> | undefined;
  await inTransaction(db, async (tx) => {
    await lockDomainOf(tx, member.mailbox);
    setting = owner.client.setDomainSignOn({ params: params(), body: wanted() }).then(
      () => codes.push('set'),
      (error: { code: string }) => codes.push(error.code),
    );
    await untilWaiting(db, 1);
    await tx.updateTable('mailboxes').set({ provider: true }).where('id', '=', member.mailbox).execute();
  });
  await setting;
  expect(codes).toEqual(['forbidden']);
});

test('AU-5 what opens a domain to others needs a fresh proof', async () => {
  server.clock.pass(60 * 60_000);
  const proof = { code: 'proof_required' };
  const body = { require_two_step: false };
  await expect(owner.client.changeDomain({ params: params(), body })).rejects.toMatchObject(proof);
  await expect(owner.client.setDomainSignOn({ params: params(), body: wanted() })).rejects.toMatchObject(
    proof,
  );
  await expect(owner.client.removeDomainSignOn({ params: params() })).rejects.toMatchObject(proof);
});
