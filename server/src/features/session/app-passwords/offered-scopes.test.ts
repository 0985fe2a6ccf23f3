import type { AppScope } from '@bocau/contract/app-passwords.ts';
import { afterEach, expect, test } from 'vitest';
import { newPerson } from '../../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';

let server: TestServer;
afterEach(() => server.close());

const SERVED: [string, Record<string, string>, AppScope[]][] = [
  ['sends mail alone', {}, ['smtp', 'dav']],
  ['serves IMAP and POP3 itself', { ROLES: 'http,imap' }, ['smtp', 'imap', 'pop3', 'dav']],
  ['names services of others', { MAIL_SERVICES: 'pop3s://mail.saomai.example:995' }, ['smtp', 'pop3', 'dav']],
];

test.each(SERVED)(
  'app passwords are for what is served where it %s, and for nothing else',
  async (_where, env, offered) => {
    server = await startTestServer({ env });
    const { client } = await newPerson(server);
    expect((await client.listAppPasswords({})).meta.scopes).toEqual(offered);
    const make = (scopes: AppScope[]) => client.createAppPassword({ body: { name: 'Outlook', scopes } });
    const { data } = await make(offered);
    expect(data.app_password.scopes).toEqual(offered);
    for (const scope of ['imap', 'pop3'] as const) {
      if (offered.includes(scope)) continue;
      await expect(make(['smtp', scope])).rejects.toMatchObject({
        code: 'invalid_input',
        details: { fields: [{ field: 'scopes', rule: 'not_an_option' }] },
      });
    }
    expect((await client.listAppPasswords({})).data).toHaveLength(1);
  },
);
