import { messageOfSingle } from '@bocau/contract/single-messages.ts';

/** Whether lists have rows of this id: those of conversations, or those of single messages. */
export function isListed(rowId: string, single: boolean): boolean {
  return (messageOfSingle(rowId) !== null) === single;
}
