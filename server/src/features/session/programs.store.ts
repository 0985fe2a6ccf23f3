import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

export type ProgramRights = {
  mailbox_id: number;
  active: boolean;
  /** Of the domain. */
  verified: boolean;
  signed_out_at: number | null;
  exposed: boolean;
  app_passwords: string[];
};

/** The facts that decide whether the mail programs of these mailboxes stay signed in. */
export function readProgramRights(db: ReadDb, mailboxIds: number[]): Promise<ProgramRights[]> {
  return readRows<ProgramRights>(
    db,
    sql`
    select m.id as mailbox_id, m.active and d.active as active, d.verified, m.signed_out_at,
      m.password_exposed_at is not null as exposed,
      array(select p.id::text from app_passwords p where p.mailbox_id = m.id) as app_passwords
    from mailboxes m join domains d on d.id = m.domain_id
    where m.id = any(${mailboxIds}::bigint[])`,
  );
}

export type ProgramPersonRow = { email: string; name: string; verified: boolean; addresses: string[] };

export async function readProgramPerson(
  db: ReadDb,
  mailboxId: number,
): Promise<ProgramPersonRow | undefined> {
  const [row] = await readRows<ProgramPersonRow>(
    db,
    sql`
    select m.email, m.name, d.verified,
      array(select a.address from addresses a where a.mailbox_id = m.id) as addresses
    from mailboxes m join domains d on d.id = m.domain_id
    where m.id = ${mailboxId}`,
  );
  return row;
}
