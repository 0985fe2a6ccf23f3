/**
 * The actions by which rspamd marks spam. "soft reject" and "greylist" ask the sender to retry, which says
 * nothing about the message.
 */
const JUNK_ACTION = /^(?:add[ _]header|rewrite[ _]subject|quarantine|reject|discard)\b/i;

export function isJunkAction(action: string): boolean {
  return JUNK_ACTION.test(action.trim());
}
