import { Gauge } from 'prom-client';
import type { Metrics } from './metrics.ts';

const NAME = 'bocau_info';

/** Always 1: which release a process is of, and how far the database is. */
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
