import type { FastifyRequest } from 'fastify';
import { changeDrive, type DriveDeps } from '../../drive/change-drive.ts';
import { countGuess, takeBackGuess } from '../../drive/shares/guesses.store.ts';
import type { OpenShare } from '../../drive/shares/open-shares.store.ts';
import { sharePasswordIsRight } from '../../drive/shares/share-secrets.ts';
import { countOpen } from '../../drive/shares/shares.store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { laneOf } from '../../platform/network-of.ts';

/** The queue of passwords to be verified: few at once, and one at a time per network. */
export type JudgeGate = {
  pass<T>(lane: { kind: 'stranger'; key: string }, judge: () => Promise<T>): Promise<T>;
};

/** After ten wrong passwords in ten minutes for one share, by anyone, even the correct one is not verified. */
export async function judgePassword(
  deps: DriveDeps & { passwordGate: JudgeGate },
  request: FastifyRequest,
  share: OpenShare,
  password: string,
): Promise<'right' | 'wrong' | 'too_many'> {
  const { mailbox_id, id: shareId, password_hash } = share;
  if (password_hash === null) return 'wrong';
  const lane = { kind: 'stranger', key: laneOf(request.ip) } as const;
  return deps.passwordGate.pass(lane, async () => {
    const id = newId(deps.clock);
    const now = unixSeconds(deps.clock);
    const counted = await inTransaction(deps.db, (tx) => countGuess(tx, mailbox_id, shareId, { id, now }));
    if (!counted) return 'too_many';
    if (!(await sharePasswordIsRight(password, password_hash))) return 'wrong';
    await inTransaction(deps.db, (tx) => takeBackGuess(tx, mailbox_id, shareId, id));
    return 'right';
  });
}

/** The owner can see that it was opened. */
export async function recordOpening(deps: DriveDeps, { mailbox_id, id }: OpenShare): Promise<void> {
  await changeDrive(deps, mailbox_id, async ({ tx, now, journal }) => {
    await countOpen(tx, mailbox_id, id, now);
    journal('share', id);
  });
}
