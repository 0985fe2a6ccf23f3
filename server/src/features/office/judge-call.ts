import type { FastifyRequest } from 'fastify';
import { type Reached, reachEntry, reachFolder } from '../../drive/access/reach-entry.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import type { Db, ReadDb } from '../../tables.ts';
import type { OfficeServer } from './office-server.ts';
import { type OfficeToken, readOfficeToken } from './office-tokens.store.ts';
import { hashOfficeToken, type TokenDeps } from './office-tokens.ts';
import { header } from './wopi-headers.ts';
import { isRefused, WopiRefusal } from './wopi-refusal.ts';

export type JudgeDeps = TokenDeps & { db: Db; officeServer: OfficeServer; publicUrl: string };

/** An authorized call of the office server: for which user, on which file. */
export type WopiCall = {
  tokenHash: Buffer;
  token: OfficeToken;
  reached: Reached & { entry: { version_id: string; content_type: string } };
};

const LONGEST_TOKEN = 100;

/**
 * Checks that the call comes from the office server and that its token gives access to this file: 401 without
 * that right, 404 without the file. A call without a valid proof gets 500, as the published protocol says,
 * and one that cannot be checked now gets 503: after a 401 an editor would end its session, with unsaved
 * changes.
 */
export async function judgeCall(deps: JudgeDeps, request: FastifyRequest): Promise<WopiCall> {
  const given = tokenOf(request);
  if (given === '' || given.length > LONGEST_TOKEN) throw new WopiRefusal(401);
  const { headers } = request;
  const isCaller = await deps.officeServer.isCaller({
    accessToken: given,
    url: deps.publicUrl + request.url,
    timestamp: header(headers, 'x-wopi-timestamp'),
    proof: header(headers, 'x-wopi-proof'),
    proofOld: header(headers, 'x-wopi-proofold'),
  });
  if (isCaller !== 'yes') throw new WopiRefusal(isCaller === 'no' ? 500 : 503);
  const tokenHash = hashOfficeToken(given);
  const token = await readLiving(deps, tokenHash);
  if (token.entry_id !== (request.params as { id: string }).id) throw new WopiRefusal(401);
  return { tokenHash, token, reached: await reachFile(deps, token) };
}

/**
 * Checked again under the drive's lock before a write, and while bytes are sent: the session or the share may
 * have ended.
 */
export async function judgeAgain(deps: ReadDeps, { tokenHash }: WopiCall): Promise<WopiCall['reached']> {
  return reachFile(deps, await readLiving(deps, tokenHash));
}

type ReadDeps = { db: ReadDb; clock: Clock };

async function readLiving({ db, clock }: ReadDeps, tokenHash: Buffer): Promise<OfficeToken> {
  const token = await readOfficeToken(db, tokenHash, unixSeconds(clock));
  if (!token) throw new WopiRefusal(401);
  return token;
}

async function reachFile({ db, clock }: ReadDeps, token: OfficeToken): Promise<WopiCall['reached']> {
  const caller = { person: token.person_mailbox_id, at: unixSeconds(clock) };
  const reached = await reachEntry(db, caller, token.entry_id, token.permission);
  const { version_id, content_type } = reached.entry;
  if (reached.mailboxId !== token.mailbox_id || version_id === null || content_type === null) {
    throw new WopiRefusal(404);
  }
  return { ...reached, entry: { ...reached.entry, version_id, content_type } };
}

/** For an operation that changes something. */
export function requireWrite({ token }: WopiCall): void {
  if (token.permission !== 'WRITE') throw new WopiRefusal(404);
}

/** Whoever may write a file may also create one next to it if they may write into its folder. */
export async function mayWriteBeside(
  { db, clock }: ReadDeps,
  { token, reached }: WopiCall,
): Promise<boolean> {
  if (token.permission !== 'WRITE') return false;
  if (reached.permission === 'OWNER') return true;
  if (reached.chain.length < 2) return false;
  const caller = { person: token.person_mailbox_id, at: unixSeconds(clock) };
  return reachFolder(db, caller, reached.entry.parent_id, 'WRITE').then(() => true, isRefused);
}

function tokenOf({ headers, query }: FastifyRequest): string {
  const { access_token: given } = query as { access_token?: string };
  if (given !== undefined) return given;
  return /^Bearer (\S+)$/i.exec(header(headers, 'authorization'))?.[1] ?? '';
}
