import { createTransport } from 'nodemailer';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { Arrival } from './world.ts';

type ArrivalDeps = { clock: Clock; log: Logger };

/** Mail that comes in while the visitor looks on: by SMTP, as any other. */
export function deliverArrivals(
  deps: ArrivalDeps,
  arrivals: Arrival[],
  smtp: { host: string; port: number },
): void {
  for (const arrival of arrivals) {
    deps.clock.after(arrival.afterSeconds * 1000, () => {
      deliver(arrival, smtp).catch((error: Error) =>
        deps.log.warn({ reason: error.message }, 'demo message not delivered'),
      );
    });
  }
}

async function deliver({ from, to, raw }: Arrival, smtp: { host: string; port: number }): Promise<void> {
  const transport = createTransport({ ...smtp, ignoreTLS: true });
  try {
    await transport.sendMail({ envelope: { from, to }, raw });
  } finally {
    transport.close();
  }
}
