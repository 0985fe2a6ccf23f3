import { join } from 'node:path';
import { fastFolder } from '@bocau/server/test-kit/global-setup.ts';

/** Where the processes of one run keep their mailboxes, named after its main process id. */
export function worldFolder(runner: number): string {
  return join(fastFolder(), `bocau-e2e-${runner}`);
}
