import { LIMITS } from '@bocau/contract/limits.ts';
import { Failure } from '../../platform/failure.ts';
import { TOP } from '../change-drive.ts';
import { nameKey } from '../names/entry-name.ts';

type Step = { parent_id: string; name: string; trashed_at: number | null };

/** Whether an entry, given with its parents, is in the drive: none of them is in the trash. */
export function isInDrive(chain: readonly Step[]): boolean {
  return chain.at(-1)?.parent_id === TOP && chain.every((step) => step.trashed_at === null);
}

/** The path of an entry from the top, given with its parents; empty for the top itself. */
export function pathOf(chain: readonly Pick<Step, 'name'>[]): string {
  return chain.map(({ name }) => `/${name}`).reduceRight((path, step) => path + step, '');
}

/** The normalized names of a path; null when it is not a valid path. */
export function pathKeys(path: string): string[] | null {
  const names = path.split('/').filter((name) => name !== '');
  return names.length > LIMITS.driveDepth ? null : names.map(nameKey);
}

/** Throws when an entry would be nested too deeply or have too long a path: `steps` levels, `bytes` long. */
export function refuseTooDeep(steps: number, bytes: number): void {
  if (steps <= LIMITS.driveDepth && bytes <= LIMITS.drivePathBytes) return;
  throw new Failure('drive_too_deep', 'This would lie too deep, or its path would be too long', {
    details: { steps_max: LIMITS.driveDepth, path_bytes_max: LIMITS.drivePathBytes },
  });
}

/** The same error for entries of others, unknown ones and trashed ones, so that it reveals nothing. */
export function fileNotFound(): Failure {
  return new Failure('file_not_found', 'File or folder not found');
}
