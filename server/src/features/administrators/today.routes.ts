import { showToday, type Today } from '@bocau/contract/admin-today.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { Logger } from '../../platform/logger.ts';
import { readCertificateEnd } from '../../platform/tls/measure-certificate.ts';
import type { ReadDb } from '../../tables.ts';
import { type FullRow, readFullest, readOwnerless, readSuspended } from './today.store.ts';

const KEPT_MS = 5 * 60_000;

type Deps = {
  db: ReadDb;
  clock: Clock;
  log: Logger;
  config: { mail: { tls: { certFile: string } | null } };
  /** The newest one of this installation; null where there was none yet. */
  lastBackup(): Promise<{ at: number; lost: number } | null>;
};

export function todayRoutes({ db, clock, log, config, lastBackup }: Deps): Route[] {
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

  let kept: { at: number; rows: FullRow[] } | null = null;

  /** Of all domains it is a pass over all mailboxes, and everybody's console begins with it. */
  async function readFull(domainId: number | null): Promise<FullRow[]> {
    if (domainId !== null) return readFullest(db, domainId);
    const at = clock.now();
    if (kept === null || at - kept.at >= KEPT_MS) kept = { at, rows: await readFullest(db, null) };
    return kept.rows;
  }

  return [
    route(showToday, async ({ caller: { actor } }) => {
      const { domainId } = actor;
      const [fullest, without_owner, suspended, installation] = await Promise.all([
        readFull(domainId),
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
