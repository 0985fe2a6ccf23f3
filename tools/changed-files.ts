import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const git = async (...args: string[]) => (await promisify(execFile)('git', args)).stdout.trim();
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

export type Changes = { files: string[] } | { unknown: string };

/** Files changed since this tree branched off the main branch, committed or not. */
export async function changedSince(main: string): Promise<Changes> {
  try {
    const [base, head] = [await git('merge-base', 'HEAD', main), await git('rev-parse', 'HEAD')];
    const touched = linesOf(await git('diff', '--name-only', '--no-renames', base));
    const added = linesOf(await git('ls-files', '--others', '--exclude-standard'));
    const files = [...touched, ...added];
    // On an unchanged main branch there is nothing to compare with, so everything must be tested.
    if (base === head && files.length === 0) return { unknown: `this is ${main}` };
    return { files };
  } catch (error) {
    return {
      unknown: error instanceof Error ? (error.message.split('\n')[1] ?? error.message) : String(error),
    };
  }
}
