import type { ReadDb } from '../../tables.ts';
import { readDriveFaults } from './recount.store.ts';

const SHOWN_OF_EACH = 20;

/** Discrepancies between a drive and a recount, as sentences; empty when everything agrees. */
export async function recountDrive(db: ReadDb, mailboxId: number): Promise<string[]> {
  const faults = await readDriveFaults(db, mailboxId, SHOWN_OF_EACH);
  return faults.map(({ fault, entity, detail }) => `drive: ${fault} ${entity}: ${detail}`);
}
