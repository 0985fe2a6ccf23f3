import { createDomain, createMailbox } from '../features/account/create-people.ts';
import { hashPassword } from '../features/session/passwords.ts';
import { systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/db/database.ts';
import { silentLogger } from '../platform/logger.ts';
import type { Tables } from '../tables.ts';

/** A verified domain and many mailboxes with room for anything, all with one password. */
export async function addMailboxes(
  databaseUrl: string,
  mailboxes: { domain: string; emails: string[]; password: string; quotaMb: number },
): Promise<void> {
  const database = openDatabase<Tables>({
    pgConfig: { connectionString: databaseUrl },
    poolSize: 1,
    log: silentLogger,
    applicationName: 'test-kit',
  });
  try {
    const deps = { db: database.db, clock: systemClock };
    await createDomain(deps, mailboxes.domain, true);
    const passwordHash = await hashPassword(mailboxes.password);
    for (const email of mailboxes.emails) {
      await createMailbox(deps, {
        email,
        name: email,
        passwordHash,
        kind: 'member',
        quotaMb: mailboxes.quotaMb,
        enableSmtp: true,
        enableDrive: false,
        aliases: [],
      });
    }
  } finally {
    await database.close();
  }
}
