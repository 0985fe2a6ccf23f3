import { createHmac, randomBytes } from 'node:crypto';
import { SESSIONS_CHANGED } from '../../identity/security/end-sessions.ts';
import type { Caller } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import type { Listener } from '../../platform/db/listen.ts';
import { Failure } from '../../platform/failure.ts';
import { readProgramPerson } from './programs.store.ts';
import { type ProgramSignIn, type ProgramSignInDeps, signInProgram } from './sign-in-program.ts';

/** Who a program acts for, and the addresses by which they may be named. */
export type ProgramPerson = Caller & { email: string; name: string; addresses: string[] };

/** For programs that send their password with each request. */
export type ProgramCheck = (given: ProgramSignIn) => Promise<ProgramPerson>;

type Remembered = { person: Promise<ProgramPerson>; mailbox: number | null; until: number };

const REMEMBERED_SECONDS = 10;
const REMEMBERED_AT_MOST = 5_000;
const KEY_BYTES = 32;

/**
 * Signs a program in, and remembers for some seconds that it could: a synchronization is hundreds of requests, some of
 * them at once. A change of rights or sessions is notified and ends that at once, as with sessions of the web. What is
 * refused is not remembered, so that each guess counts.
 */
export async function createProgramCheck(
  deps: ProgramSignInDeps & { listener: Listener },
): Promise<ProgramCheck> {
  const key = randomBytes(KEY_BYTES);
  const remembered = new Map<string, Remembered>();
  let changes = 0;
  await deps.listener.listen(SESSIONS_CHANGED, (mailboxId) => {
    changes += 1;
    for (const [name, { mailbox }] of remembered) {
      if (mailbox === null || String(mailbox) === mailboxId) remembered.delete(name);
    }
  });
  deps.listener.onReconnect(() => {
    changes += 1;
    remembered.clear();
  });

  async function signIn(given: ProgramSignIn): Promise<ProgramPerson> {
    const caller = await signInProgram(deps, given);
    const person = await readProgramPerson(deps.db, caller.person);
    // As in the web, where what such a mailbox has is not opened.
    if (!person?.verified) {
      throw new Failure('domain_unverified', 'The DNS of this mailbox’s domain is not verified yet');
    }
    const { email, name, addresses } = person;
    return { ...caller, email, name, addresses };
  }

  return async (given) => {
    const { address, userAgent, scope, protocol } = given;
    const name = createHmac('sha256', key)
      .update(JSON.stringify([given.name, given.password, address, userAgent, scope, protocol]))
      .digest('base64');
    const now = unixSeconds(deps.clock);
    const known = remembered.get(name);
    if (known && known.until > now) return known.person;
    const changesBefore = changes;
    const entry: Remembered = { person: signIn(given), mailbox: null, until: now + REMEMBERED_SECONDS };
    if (remembered.size >= REMEMBERED_AT_MOST) remembered.clear();
    remembered.set(name, entry);
    try {
      const person = await entry.person;
      entry.mailbox = person.mailbox;
      if (changes !== changesBefore) forget(name, entry);
      return person;
    } catch (error) {
      forget(name, entry);
      throw error;
    }
  };

  function forget(name: string, entry: Remembered): void {
    if (remembered.get(name) === entry) remembered.delete(name);
  }
}
