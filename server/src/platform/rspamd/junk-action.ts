/**
 * What rspamd asks for when it takes a message for spam. "soft reject" and "greylist" ask the sender to come again, which
 * says nothing of what the message is.
 */
const JUNK_ACTION = /^(?:add[ _]header|rewrite[ _]subject|quarantine|reject|discard)\b/i;

export function isJunkAction(action: string): boolean {
  return JUNK_ACTION.test(action.trim());
}
