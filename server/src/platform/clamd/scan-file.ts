import type { Readable } from 'node:stream';
import type { Logger } from '../logger.ts';

/** Scans a file for viruses; a message that begins with `Error` means that the scan failed. */
export type FileScanner = (bytes: Readable) => Promise<{ has_virus: boolean; message: string | null }>;

export type ScanDeps = { log: Logger; scanFile: FileScanner | null };

export type ScanResult = { has_virus: boolean; scan_message: string | null };

/** A failed scan blocks nothing; the file is marked as not scanned. */
export async function scanFile(deps: ScanDeps, open: () => Promise<Readable>): Promise<ScanResult> {
  if (deps.scanFile === null) return { has_virus: false, scan_message: null };
  const bytes = await open();
  try {
    const { has_virus, message } = await deps.scanFile(bytes);
    return { has_virus, scan_message: message };
  } catch (error) {
    // The reason may contain server paths, and users see this message.
    deps.log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'virus scan failed');
    return { has_virus: false, scan_message: 'Error: the scan failed' };
  } finally {
    bytes.destroy();
  }
}
