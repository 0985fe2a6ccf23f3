import { readFile, writeFile } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DOCUMENT_LIMITS, type DocumentAnswer, FIT_FOR_MORE, WORN } from './document-limits.ts';

const MICROSECONDS = 1_000_000;

/**
 * What a program of its own does that can read and write only one folder, because a document may be hostile. Each line
 * of input names the kind of the document now in that folder.
 */
export async function serveReadings(
  readText: (bytes: Buffer, kind: string) => Promise<string>,
): Promise<never> {
  const [folder = ''] = process.argv.slice(2);
  // A process may not take more than it was given, as under a service that is nice already.
  setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  for await (const kind of createInterface({ input: process.stdin })) {
    const answer = await answerOf(() =>
      readFile(join(folder, 'document')).then((bytes) => readText(bytes, kind)),
    );
    await writeFile(join(folder, 'answer.json'), JSON.stringify(answer));
    process.stdout.write(isWorn() ? WORN : FIT_FOR_MORE);
  }
  // Ends whatever else the document has started.
  process.exit(0);
}

async function answerOf(read: () => Promise<string>): Promise<DocumentAnswer> {
  try {
    return { text: await read() };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { failure: `${name}: ${message}`.slice(0, 300) };
  }
}

/** Its limits of processor time and memory cover its whole life, so a heavily used process is replaced. */
function isWorn(): boolean {
  const { user, system } = process.cpuUsage();
  const isSlow = (user + system) / MICROSECONDS > DOCUMENT_LIMITS.retireCpuSeconds;
  return isSlow || process.memoryUsage.rss() > DOCUMENT_LIMITS.retireBytes;
}
