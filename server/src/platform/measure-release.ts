import { Gauge } from 'prom-client';
import type { Metrics } from './metrics.ts';

const NAME = 'bocau_info';

/** Always 1: labels with the release of the process and the schema of its database. */
export function measureRelease(
  { registry, readSoon }: Metrics,
  { version }: { version: string },
  readSchema: () => Promise<string>,
): void {
  new Gauge({
    name: NAME,
    help: 'The release of this process, and the last migration of the database',
    labelNames: ['version', 'schema'],
    registers: [registry],
    async collect() {
      this.reset();
      this.set({ version, schema: (await readSoon(NAME, readSchema)) ?? 'unknown' }, 1);
    },
  });
}
