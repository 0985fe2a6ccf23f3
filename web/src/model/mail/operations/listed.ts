import { messageOfSingle } from '@bocau/contract/single-messages.ts';

/** Whether lists contain rows of this id: conversations, or single messages. */
export function isListed(rowId: string, single: boolean): boolean {
  return (messageOfSingle(rowId) !== null) === single;
}
