import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const SHOWN = 12;

/**
 * The release: the content of the file VERSION, or the package's version and the commit of the clone it runs
 * from.
 */
export function programVersion(root: string = ROOT): string {
  const given = readText(join(root, 'VERSION'));
  if (given !== undefined) return given;
  const commit = readCommit(root)?.slice(0, SHOWN);
  const release = readRelease(root);
  if (release === undefined) return commit ?? 'unknown';
  return commit === undefined ? release : `${release} (${commit})`;
}

function readRelease(root: string): string | undefined {
  const text = readText(join(root, 'package.json'));
  return text === undefined ? undefined : (JSON.parse(text) as { version?: string }).version;
}

/** Without git, which need not be installed on a mail server. */
function readCommit(root: string): string | undefined {
  const head = readText(join(root, '.git', 'HEAD'));
  const [, branch] = /^ref: (.+)$/.exec(head ?? '') ?? [];
  if (branch === undefined) return head;
  const packed = readText(join(root, '.git', 'packed-refs'))?.split('\n') ?? [];
  return (
    readText(join(root, '.git', branch)) ?? packed.find((line) => line.endsWith(` ${branch}`))?.split(' ')[0]
  );
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
