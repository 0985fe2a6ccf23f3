import type { Caller } from '../../platform/caller.ts';
import type { ReadDb } from '../../tables.ts';
import { type ProgramRights, readProgramRights } from './programs.store.ts';

/** Whether a mail program that has signed in has to do so anew: its person has signed out, or is suspended. */
export function isSignedOut({ assurance }: Caller, rights: ProgramRights | undefined): boolean {
  const { method, provenAt, appPasswordId } = assurance;
  if (!rights?.active) return true;
  if (rights.signed_out_at !== null && provenAt <= rights.signed_out_at) return true;
  if (appPasswordId !== undefined && !rights.app_passwords.includes(appPasswordId)) return true;
  return rights.exposed && method === 'password';
}

export async function hasSignedOut(db: ReadDb, caller: Caller): Promise<boolean> {
  const [rights] = await readProgramRights(db, [caller.person]);
  return isSignedOut(caller, rights);
}
