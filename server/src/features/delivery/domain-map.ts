import { verifiedDomains } from '../../mail/incoming/recipients.store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { MailLog } from '../../platform/smtp/mail-types.ts';
import { type SocketmapServer, startSocketmap } from '../../platform/smtp/socketmap-server.ts';
import type { ReadDb } from '../../tables.ts';

type Deps = { clock: Clock; db: ReadDb; log: MailLog };

/**
 * Tells a Postfix in front which domains are ours (`relay_domains = socketmap:inet:127.0.0.1:2425:domains`), so that one that
 * is added gets mail without a file being edited. Postfix routes what leaves by the same map: a domain that somebody merely
 * claims must not catch what others are sent. A suspended one is ours too: its mail is to be answered “later”.
 */
export function startDomainMap(
  { host, port }: { host: string; port: number },
  { clock, db, log }: Deps,
): Promise<SocketmapServer> {
  async function domains(key: string): Promise<string | null> {
    const name = key.toLowerCase();
    return (await verifiedDomains(db, [name])).has(name) ? name : null;
  }
  return startSocketmap({ host, port, clock, log, maps: { domains } });
}
