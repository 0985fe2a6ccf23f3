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

/** A call of the office server that may be made: for whom, and on which file. */
export type WopiCall = {
  tokenHash: Buffer;
  token: OfficeToken;
  reached: Reached & { entry: { version_id: string; content_type: string } };
};

const LONGEST_TOKEN = 100;

/**
 * Whether the call comes from the office server and the token opens this file: 401 without that right, 404 without the
 * file. A call that is not proven answers 500, as the published protocol has it, and one that can't be judged now 503:
 * by a 401 an editor ends its session for good, and with it what was not saved yet.
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
 * Asked again while nobody else changes the drive, before something is written, and while bytes are sent: the session may
 * have ended, or the share.
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
  const caller = { mailbox: token.person_mailbox_id, at: unixSeconds(clock) };
  const reached = await reachEntry(db, caller, token.entry_id, token.permission);
  const { version_id, content_type } = reached.entry;
  if (reached.mailboxId !== token.mailbox_id || version_id === null || content_type === null) {
    throw new WopiRefusal(404);
  }
  return { ...reached, entry: { ...reached.entry, version_id, content_type } };
}

/** For an act that changes something. */
export function requireWrite({ token }: WopiCall): void {
  if (token.permission !== 'WRITE') throw new WopiRefusal(404);
}

/** Who writes a file may also write beside it where they may write into the folder that holds it. */
export async function mayWriteBeside(
  { db, clock }: ReadDeps,
  { token, reached }: WopiCall,
): Promise<boolean> {
  if (token.permission !== 'WRITE') return false;
  if (reached.permission === 'OWNER') return true;
  if (reached.chain.length < 2) return false;
  const caller = { mailbox: token.person_mailbox_id, at: unixSeconds(clock) };
  return reachFolder(db, caller, reached.entry.parent_id, 'WRITE').then(() => true, isRefused);
}

function tokenOf({ headers, query }: FastifyRequest): string {
  const { access_token: given } = query as { access_token?: string };
  if (given !== undefined) return given;
  return /^Bearer (\S+)$/i.exec(header(headers, 'authorization'))?.[1] ?? '';
}
