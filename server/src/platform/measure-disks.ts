import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Metrics } from './metrics.ts';

/** Each folder that exists: with a database and blobs elsewhere some may be missing. */
export function measureDisks(metrics: Metrics, folders: { data: string; blobs: string | null }): void {
  const paths = Object.entries({ ...folders, tmp: tmpdir() });
  async function read(figure: 'bavail' | 'blocks'): Promise<Record<string, number>> {
    const bytes: Record<string, number> = {};
    for (const [of, path] of paths) {
      const found = path === null ? null : await statfs(path).catch(() => null);
      if (found) bytes[of] = found[figure] * found.bsize;
    }
    return bytes;
  }
  metrics.gauge('bocau_disk_free_bytes', 'What is left of the disk of each folder', () => read('bavail'));
  metrics.gauge('bocau_disk_size_bytes', 'The size of the disk of each folder', () => read('blocks'));
}
