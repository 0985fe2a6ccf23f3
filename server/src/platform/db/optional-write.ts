import { areWritesPaused } from './database-errors.ts';

/**
 * For a write that is incidental to a read: while the database accepts no writes, the read continues without
 * it. Returns whether it was written.
 */
export async function optionalWrite(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (areWritesPaused(error)) return false;
    throw error;
  }
}
