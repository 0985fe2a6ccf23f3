import { createDomain, createMailbox } from '../features/people/create-people.ts';
import { hashPassword } from '../features/session/passwords.ts';
import { systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/db/database.ts';
import { BACKGROUND } from '../platform/db/deadlines.ts';
import { silentLogger } from '../platform/logger.ts';
import type { Tables } from '../tables.ts';
import { copyMailbox } from './many-mailboxes.ts';
import type { TestDb } from './test-context.ts';

type NewMailboxes = { emails: string[]; password: string; quotaMb: number };

/** A verified domain and many mailboxes with unlimited quota, all with the same password. */
export async function addMailboxes(
  databaseUrl: string,
  { domain, ...mailboxes }: NewMailboxes & { domain: string },
): Promise<void> {
  const database = open(databaseUrl);
  try {
    await createDomain({ db: database.db, clock: systemClock }, domain, true);
  } finally {
    await database.close();
  }
  await addColleagues(databaseUrl, mailboxes);
}

/** Mailboxes of a domain that there is, but for those that there are. */
export async function addColleagues(databaseUrl: string, mailboxes: NewMailboxes): Promise<void> {
  const database = open(databaseUrl);
  try {
    const deps = { db: database.db, clock: systemClock };
    const { emails } = mailboxes;
    const rows = await database.db
      .selectFrom('mailboxes')
      .select('email')
      .where('email', 'in', emails)
      .execute();
    const present = new Set(rows.map(({ email }) => email));
    const passwordHash = await hashPassword(mailboxes.password);
    for (const email of emails.filter((one) => !present.has(one))) {
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

/** Adds mailboxes with copies of the mail of the one with this address. */
export async function addCopies(databaseUrl: string, email: string, times: number): Promise<void> {
  const database = open(databaseUrl);
  try {
    const { id } = await database.db
      .selectFrom('mailboxes')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await copyMailbox(database.db as TestDb, id, times);
  } finally {
    await database.close();
  }
}

function open(databaseUrl: string) {
  return openDatabase<Tables>({
    pgConfig: { connectionString: databaseUrl },
    poolSize: 1,
    // Whole mailboxes are filled by one statement.
    deadlines: BACKGROUND,
    log: silentLogger,
    applicationName: 'test-kit',
  });
}
