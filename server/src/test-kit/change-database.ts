import pg from 'pg';
import { embeddedDatabaseUrl } from './embedded-database.ts';

/** Changes that no endpoint of a running program allows: on the embedded database of its data folder. */
export async function changeDatabase(
  dataDir: string,
  statement: string,
  values: unknown[] = [],
): Promise<void> {
  const client = new pg.Client({ connectionString: await embeddedDatabaseUrl(dataDir) });
  await client.connect();
  try {
    // Without values it may be several statements.
    await (values.length > 0 ? client.query(statement, values) : client.query(statement));
  } finally {
    await client.end();
  }
}

/** As if the last code had been sent to a phone long ago. */
export async function forgetSentCodes(dataDir: string): Promise<void> {
  await changeDatabase(dataDir, 'delete from phone_sends');
}

/** As `domain set DOMAIN sms_codes=…`, for the domain of this address. */
export async function allowPhoneCodes(dataDir: string, email: string, allowed: boolean): Promise<void> {
  const domain = email.slice(email.indexOf('@') + 1);
  await changeDatabase(dataDir, 'update domains set sms_codes = $1 where name = $2', [allowed, domain]);
}

/** As `domain set DOMAIN sso_issuer=… sso_client=bocau`, of a client without a secret. */
export async function setProvider(dataDir: string, email: string, issuer: string): Promise<void> {
  const domain = email.slice(email.indexOf('@') + 1);
  const row = `insert into sign_on_providers (domain_id, issuer, client_id)
    select id, $1, 'bocau' from domains where name = $2
    on conflict (domain_id) do update set issuer = excluded.issuer`;
  await changeDatabase(dataDir, row, [issuer, domain]);
}
