/**
 * What is written down for a recipient while the key that signs the mail of the sender's domain can not be read.
 * PostgreSQL matches it too (`queue.store.ts`): only syntax that both read alike.
 */
export const UNSIGNED_REPLY = /^The key .+, which signs the mail of .+, could not be read$/;
