import { BLOCKED_TYPES, blockedType } from '@bocau/contract/file-types.ts';
import { Failure } from '../failure.ts';

let blocked = BLOCKED_TYPES;

/** Called once at start: the operator's configuration applies to all uploads and mail of the process. */
export function configureBlockedTypes(types: readonly string[]): void {
  blocked = types;
}

/** AT-4: the one place that refuses a file by its name, for mail, drive, uploads, renames and guests. */
export function refuseBlockedType(name: string): void {
  const extension = blockedType(name, blocked);
  if (extension === null) return;
  throw new Failure('file_not_allowed', `Files of type .${extension} are not accepted`, {
    details: { extension, name: name.slice(0, 300) },
  });
}
