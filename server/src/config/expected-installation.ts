import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { shown } from './env-faults.ts';
import { StartError } from './start-error.ts';

/**
 * Where an existing installation is expected, none is created: in a misspelled or unmounted DATA_DIR, a new
 * and empty one would look like the intended one.
 */
export function refuseWithoutInstallation(config: Config): void {
  if (!namesInstallation(config)) throw noInstallation('DATA_DIR', shown('DATA_DIR', config.dataDir));
}

export function namesInstallation({ databaseUrl, dataDir }: Config): boolean {
  return databaseUrl !== null || existsSync(join(dataDir, 'pg'));
}

export function noInstallation(variable: string, place: string): StartError {
  return new StartError(
    `${place}: there is no installation there. Correct ${variable}; the first start of the program makes one.`,
  );
}
