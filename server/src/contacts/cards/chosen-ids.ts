import { idFromText } from '../../platform/ids.ts';

/*
 * Clients choose the ids of what they make, so that a call that is repeated makes it once. Ids of cards follow from
 * those and from the mailbox: whoever knows the id of somebody else's card can't make another one of that id.
 */

export function chosenCardId(mailboxId: number, uid: string): string {
  return idFromText(`card ${uid} of mailbox ${mailboxId}`);
}

/** `at`: the place in the file. */
export function importedCardId(mailboxId: number, uid: string, at: number): string {
  return idFromText(`import ${uid} ${at} of mailbox ${mailboxId}`);
}

/** What the last release gave to an imported card; imports are undone for a week. */
export function formerImportedCardId(uid: string, at: number): string {
  return idFromText(`import ${uid} ${at}`);
}
