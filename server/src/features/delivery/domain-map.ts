import type { FindOwnDomains } from '../../mail/incoming/domain-cache.ts';
import type { Clock } from '../../platform/clock.ts';
import type { MailLog } from '../../platform/smtp/mail-types.ts';
import { type SocketmapServer, startSocketmap } from '../../platform/smtp/socketmap-server.ts';

type Deps = { clock: Clock; log: MailLog; findOwnDomains: FindOwnDomains };

/**
 * Tells a Postfix in front which domains are ours (`relay_domains = socketmap:inet:127.0.0.1:2425:domains`), so that one that
 * is added gets mail without a file being edited. A suspended domain is ours too: its mail is to be answered “later”.
 */
export function startDomainMap(
  { host, port }: { host: string; port: number },
  { clock, log, findOwnDomains }: Deps,
): Promise<SocketmapServer> {
  async function domains(key: string): Promise<string | null> {
    const name = key.toLowerCase();
    return (await findOwnDomains([name])).has(name) ? name : null;
  }
  return startSocketmap({ host, port, clock, log, maps: { domains } });
}
