import type { ReadDb, Tx } from '../../../tables.ts';

export type ProviderRow = {
  domain_id: number;
  domain: string;
  issuer: string;
  client_id: string;
  client_secret: Buffer | null;
  trust_email: boolean;
};

function setProviders(db: ReadDb) {
  return db
    .selectFrom('sign_on_providers as p')
    .innerJoin('domains as d', 'd.id', 'p.domain_id')
    .select([
      'p.domain_id',
      'd.name as domain',
      'p.issuer',
      'p.client_id',
      'p.client_secret',
      'p.trust_email',
    ]);
}

/** The providers usable for signing in. */
function providers(db: ReadDb) {
  return setProviders(db).where('d.active', '=', true);
}

/** For its configuration: of a suspended domain too. */
export async function readSetProvider(db: ReadDb, domainId: number): Promise<ProviderRow | undefined> {
  return setProviders(db).where('p.domain_id', '=', domainId).executeTakeFirst();
}

export async function findProvider(db: ReadDb, domain: string): Promise<ProviderRow | undefined> {
  return providers(db).where('d.name', '=', domain).executeTakeFirst();
}

export async function readProvider(db: ReadDb, domainId: number): Promise<ProviderRow | undefined> {
  return providers(db).where('p.domain_id', '=', domainId).executeTakeFirst();
}

/** Whether the domain of a mailbox has single sign-on. */
export async function hasProvider(db: ReadDb, mailboxId: number): Promise<boolean> {
  const found = await db
    .selectFrom('mailboxes')
    .innerJoin('sign_on_providers', 'sign_on_providers.domain_id', 'mailboxes.domain_id')
    .select('mailboxes.id')
    .where('mailboxes.id', '=', mailboxId)
    .executeTakeFirst();
  return found !== undefined;
}

type ProviderValues = Omit<ProviderRow, 'domain'>;

export async function writeProvider(tx: Tx, { domain_id, ...values }: ProviderValues): Promise<void> {
  await tx
    .insertInto('sign_on_providers')
    .values({ domain_id, ...values })
    .onConflict((conflict) => conflict.column('domain_id').doUpdateSet(values))
    .execute();
}

export async function deleteProvider(tx: Tx, domainId: number): Promise<void> {
  await tx.deleteFrom('sign_on_providers').where('domain_id', '=', domainId).execute();
}

export type SealedSecret = { domain_id: number; domain: string; client_secret: Buffer };

/** For re-encryption with another key; locked, so that a secret set meanwhile is not overwritten. */
export async function lockSecrets(tx: Tx): Promise<SealedSecret[]> {
  return tx
    .selectFrom('sign_on_providers as p')
    .innerJoin('domains as d', 'd.id', 'p.domain_id')
    .select(['p.domain_id', 'd.name as domain', 'p.client_secret'])
    .where('p.client_secret', 'is not', null)
    .$narrowType<{ client_secret: Buffer }>()
    .orderBy('p.domain_id')
    .forUpdate('p')
    .execute();
}

export async function writeSecret(tx: Tx, domainId: number, clientSecret: Buffer): Promise<void> {
  await tx
    .updateTable('sign_on_providers')
    .set({ client_secret: clientSecret })
    .where('domain_id', '=', domainId)
    .execute();
}
