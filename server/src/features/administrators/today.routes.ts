import { showToday, type Today } from '@bocau/contract/admin-today.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { Logger } from '../../platform/logger.ts';
import { readCertificateEnd } from '../../platform/tls/measure-certificate.ts';
import type { ReadDb } from '../../tables.ts';
import { readFullest, readOwnerless, readSuspended } from './today.store.ts';

type Deps = {
  db: ReadDb;
  log: Logger;
  config: { mail: { tls: { certFile: string } | null } };
  /** The newest one of this installation; null where there was none yet. */
  lastBackup(): Promise<{ at: number; lost: number } | null>;
};

export function todayRoutes({ db, log, config, lastBackup }: Deps): Route[] {
  async function readInstallation(): Promise<NonNullable<Today['installation']>> {
    const backup = await lastBackup();
    const { tls } = config.mail;
    return {
      backup: backup && { at: backup.at, lost: backup.lost },
      certificate: tls && { expires_at: await readEnd(tls) },
    };
  }

  async function readEnd(tls: { certFile: string }): Promise<number | null> {
    try {
      return await readCertificateEnd(tls);
    } catch (error) {
      log.warn({ err: error }, 'certificate of the mail ports can not be read');
      return null;
    }
  }

  return [
    route(showToday, async ({ caller: { actor } }) => {
      const { domainId } = actor;
      const [fullest, without_owner, suspended, installation] = await Promise.all([
        readFullest(db, domainId),
        readOwnerless(db, domainId),
        readSuspended(db, domainId),
        domainId === null ? readInstallation() : null,
      ]);
      const people = fullest.map(({ id, count: _, ...person }) => ({ ...person, id: String(id) }));
      const full = { count: fullest[0]?.count ?? 0, people };
      return { data: { full, without_owner, suspended, installation } };
    }),
  ];
}
