import { createSemaphore } from './semaphore.ts';

/** Who tells the columns of a large spreadsheet asks for a preview after each. */
const WAITING_AT_MOST = 4;

/** One file of a person is read at a time, before whose bytes are taken; a few wait, further ones are refused. */
export function createImportTurns() {
  const turns = createSemaphore(1, WAITING_AT_MOST);
  return async <Result>(person: number, work: () => Promise<Result>): Promise<Result> => {
    const release = await turns.take(person);
    try {
      return await work();
    } finally {
      release();
    }
  };
}
