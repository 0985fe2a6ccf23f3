const MB = 1024 * 1024;
const MINUTE = 60_000;

/** What another server may cost us, whatever it says. */
export const SOURCE_LIMITS = {
  connectMs: 30_000,
  /** Nothing comes, in the middle of an answer. */
  silentMs: 2 * MINUTE,
  /** Nothing is asked. */
  quietMs: 60 * MINUTE,
  /** One question and its whole answer. */
  answerMs: 15 * MINUTE,
  folders: 5_000,
  listBytes: 16 * MB,
  /** In all folders. */
  messages: 5_000_000,
  /** Of an answer about one message, without the message. */
  answerBytes: 2_000,
  lineBytes: MB,
};
export type SourceLimits = typeof SOURCE_LIMITS;
