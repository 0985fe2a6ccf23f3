import { verifiedDomains } from '../../mail/incoming/recipients.store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { MailLog } from '../../platform/smtp/mail-types.ts';
import { type SocketmapServer, startSocketmap } from '../../platform/smtp/socketmap-server.ts';
import type { ReadDb } from '../../tables.ts';

type Deps = { clock: Clock; db: ReadDb; log: MailLog };

/**
 * Tells a Postfix in front which domains are local (`relay_domains = socketmap:inet:127.0.0.1:2425:domains`),
 * so that a new domain receives mail without editing a file. Postfix also routes outgoing mail by this map:
 * an unverified domain must not capture mail to others. A suspended domain is included: its mail must be
 * deferred.
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
