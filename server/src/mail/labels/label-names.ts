import { LIMITS } from '@bocau/contract/limits.ts';
import { invalidInput } from '../../platform/failure.ts';
import { cleanFolderName, isSystemName } from '../folders/folder-names.ts';

/** The name with each of its parts cleaned, by the rules of folder names; throws where one of them breaks these. */
export function cleanLabelName(name: string): string {
  const parts = name.split('/').map(cleanFolderName);
  for (const part of parts) {
    if (part === '') {
      throw invalidInput('A part of the name is empty', {
        field: 'name',
        problem: 'is empty, or has an empty part between slashes',
        rule: 'missing',
      });
    }
    if (part.length > LIMITS.folderNameLength) {
      throw invalidInput('A part of the name is too long', {
        field: 'name',
        problem: 'has a part that is too long',
        rule: 'too_long',
        limit: LIMITS.folderNameLength,
      });
    }
    if (part === '.' || part === '..') {
      throw invalidInput('A part of the name is dots', {
        field: 'name',
        problem: 'is dots',
        rule: 'invalid',
      });
    }
  }
  if (isSystemName(parts[0] as string)) {
    throw invalidInput('The name is that of a system folder', {
      field: 'name',
      problem: 'reads like a system folder',
      rule: 'invalid',
    });
  }
  return parts.join('/');
}
