/**
 * All advisory lock numbers that this program uses. Processes of two releases share them, so a number in use
 * is never reassigned.
 */
export const ADVISORY_LOCKS = {
  embeddedInUse: 4_207_001,
  embeddedSetUp: 4_207_002,
  migration: 4_207_003,
  jobMigration: 4_207_004,
  /** The first of two keys; the second is a hash of the runner's id. */
  runnerPresence: 4_207_005,
  blobHold: 4_207_008,
  restore: 4_207_009,
  demoWorld: 4_207_010,
} as const;
