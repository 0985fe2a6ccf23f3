/**
 * What is written down for a recipient while the key that signs the mail of the sender's domain can not be read. The
 * database is asked for it too, so that it has to mean the same there.
 */
export const UNSIGNED = /^The key .+, which signs the mail of .+, could not be read$/;
