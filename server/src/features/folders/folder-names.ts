import { STARRED, SYSTEM_FOLDERS } from '@bocau/contract/folders.ts';

/** Paths are compared without case, and composed and decomposed marks are the same. */
export function pathKey(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

const SYSTEM_NAMES = new Set([...SYSTEM_FOLDERS, STARRED].map(pathKey));

/** A folder at the top may not be mistaken for a system folder. */
export function isSystemName(path: string): boolean {
  return SYSTEM_NAMES.has(pathKey(path));
}

/** Control and direction characters make two names look alike; white space is one space. */
export function cleanFolderName(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}
