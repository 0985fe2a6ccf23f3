import { insertAppPassword } from '../features/session/app-passwords/app-passwords.store.ts';
import { createPasswordGate } from '../features/session/password-gate.ts';
import { hashRandomCode, newRandomCode } from '../features/session/second-step/random-codes.ts';
import { signInProgram } from '../features/session/sign-in-program.ts';
import { recordSecurityChange } from '../identity/security/record-event.ts';
import { openSessionNotices } from '../mail/notices/create-person-notices.ts';
import { systemClock, unixSeconds } from '../platform/clock.ts';
import { inTransaction, openDatabase } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';
import { silentLogger } from '../platform/logger.ts';
import type { Tables } from '../tables.ts';

export type SignInCosts = {
  /** A mail program's sign-in with an app password, as the submission port does it; null when it is refused. */
  checkAppPassword(): Promise<unknown>;
  close(): Promise<void>;
};

/** Gives a mailbox an app password, and a history of this many rows. */
export async function prepareSignIns(
  databaseUrl: string,
  { email, lines }: { email: string; lines: number },
): Promise<SignInCosts> {
  const { db, close } = openDatabase<Tables>({
    pgConfig: { connectionString: databaseUrl },
    ...{ poolSize: 1, log: silentLogger, applicationName: 'test-kit' },
  });
  const { id: mailboxId } = await db
    .selectFrom('mailboxes')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const now = unixSeconds(systemClock);
  const password = newRandomCode();
  await inTransaction(db, async (tx) => {
    const made = { id: newId(systemClock), token_hash: hashRandomCode(password), created_at: now };
    await insertAppPassword(tx, mailboxId, { ...made, name: 'Thunderbird', scopes: ['smtp'] });
    for (let line = 0; line < lines; line += 1)
      await recordSecurityChange(tx, { mailboxId, change: 'session_ended', at: now - line });
  });
  const deps = {
    ...{ db, clock: systemClock, log: silentLogger },
    passwordGate: createPasswordGate(),
    personNotices: openSessionNotices,
  };
  const from = { address: '192.0.2.1', userAgent: 'SMTP', protocol: 'smtp' } as const;
  return {
    checkAppPassword: () => signInProgram(deps, { name: email, password, scope: 'smtp', ...from }),
    close,
  };
}
