import { mailboxOf, type Session } from './session.ts';

/** Reads in turn with what else the person's programs read; what is sent to a client has to stay outside of it. */
export function paced<Result>(session: Session, read: () => Promise<Result>): Promise<Result> {
  return session.deps.turns.pace(mailboxOf(session), read);
}
