import type { File } from '@bocau/contract/messages.ts';
import { useSyncExternalStore } from 'react';
import { createStore } from '../../lib/store.ts';

type Copy = NonNullable<File['drive_file']>;

/** Copies saved since their messages were read, by attachment id; `saving` while the call is pending. */
export const savedCopies = createStore<ReadonlyMap<string, Copy | 'saving'>>(new Map());

export function setCopy(fileId: string, copy: Copy | 'saving' | null): void {
  const next = new Map(savedCopies.get());
  if (copy === null) next.delete(fileId);
  else next.set(fileId, copy);
  savedCopies.set(next);
}

/** The attachment's copy in the drive, if any. */
export function useCopyOf(file: File): Copy | 'saving' | null {
  const known = useSyncExternalStore(savedCopies.subscribe, savedCopies.get);
  return known.get(file.id) ?? file.drive_file;
}
