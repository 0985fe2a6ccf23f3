import { idFromText, isIdFromText } from '../../platform/ids.ts';

/*
 * Clients choose the ids of events that they make, so that a call that is repeated makes one, and so that what follows
 * can be done before the answer. The end of such an id says whose mailbox it is of: whoever knows the id of somebody
 * else's event can't make another one of that id, which those who see both would take for it.
 */

const END = 12;

export function endOfEventIds(mailboxId: number): string {
  return idFromText(`events of mailbox ${mailboxId}`).slice(-END);
}

/** One with another end gives an id that follows from it and from the mailbox. */
export function chosenEventId(mailboxId: number, uid: string): string {
  if (uid.endsWith(endOfEventIds(mailboxId)) && !isIdFromText(uid)) return uid;
  return idFromText(`event ${uid} of mailbox ${mailboxId}`);
}
