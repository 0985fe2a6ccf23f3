import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Names the folder for collected statements; without it nothing is collected. */
export const STATEMENTS_FOLDER = 'STATEMENTS_FOLDER';

const COLLECTOR = pathToFileURL(join(import.meta.dirname, 'collect-statements.ts')).href;

/** The options with which a Node process collects its statements too, if this run does. */
export function collectingProcess(): { args: string[]; env: Record<string, string> } {
  const folder = process.env[STATEMENTS_FOLDER];
  return folder === undefined
    ? { args: [], env: {} }
    : { args: ['--import', COLLECTOR], env: { [STATEMENTS_FOLDER]: folder } };
}
