import { after } from '../../lib/timers.ts';
import { downloadAddress } from '../../parts/files/file-address.ts';

/** Browsers drop downloads that all start at the same time. */
const APART_MS = 500;

export function downloadEach(files: readonly { id: string; name: string }[]): void {
  for (const [index, file] of files.entries()) after(index * APART_MS, () => download(file));
}

function download({ id, name }: { id: string; name: string }): void {
  const link = document.createElement('a');
  link.href = downloadAddress(id);
  link.download = name;
  link.click();
}
