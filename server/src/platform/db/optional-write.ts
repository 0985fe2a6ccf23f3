import { areWritesPaused } from './database-errors.ts';

/**
 * For what a read writes down by the way: while the database takes no writes, the read goes on without it. Answers
 * whether it was written.
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
