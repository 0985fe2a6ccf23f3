const MB = 1024 * 1024;
const MINUTE = 60_000;

/** Limits on what another server may cost us. */
export const SOURCE_LIMITS = {
  connectMs: 30_000,
  /** No data in the middle of a response. */
  silentMs: 2 * MINUTE,
  /** No command is sent. */
  quietMs: 60 * MINUTE,
  /** One command and its complete response. */
  answerMs: 15 * MINUTE,
  folders: 5_000,
  listBytes: 16 * MB,
  /** In all folders. */
  messages: 5_000_000,
  /** A response about one message, without the message. */
  answerBytes: 2_000,
  lineBytes: MB,
};
export type SourceLimits = typeof SOURCE_LIMITS;
