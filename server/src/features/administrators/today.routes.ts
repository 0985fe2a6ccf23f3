import { showToday, type Today } from '@bocau/contract/admin-today.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { Logger } from '../../platform/logger.ts';
import { readCertificateEnd } from '../../platform/tls/measure-certificate.ts';
import type { ReadDb } from '../../tables.ts';
import {
  type DomainRow,
  type FullRow,
  type NotReceivingRow,
  readFullest,
  readNotReceiving,
  readOwnerless,
  readSuspended,
} from './today.store.ts';

const KEPT_MS = 5 * 60_000;

type Passes = { full: FullRow[]; notReceiving: NotReceivingRow[] };

type Deps = {
  db: ReadDb;
  clock: Clock;
  log: Logger;
  config: { mail: { tls: { certFile: string } | null } };
  /** The newest backup of this installation; null when there is none yet. */
  lastBackup(): Promise<{ at: number; lost: number; damaged: number } | null>;
};

export function todayRoutes({ db, clock, log, config, lastBackup }: Deps): Route[] {
  async function readInstallation(): Promise<NonNullable<Today['installation']>> {
    const backup = await lastBackup();
    const { tls } = config.mail;
    return {
      backup: backup && { at: backup.at, lost: backup.lost, damaged: backup.damaged },
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

  let kept: (Passes & { at: number }) | null = null;

  async function pass(domainId: number | null): Promise<Passes> {
    const [full, notReceiving] = await Promise.all([
      readFullest(db, domainId),
      readNotReceiving(db, domainId),
    ]);
    return { full, notReceiving };
  }

  /** For all domains these scan all mailboxes, and every console starts with them. */
  async function readPasses(domainId: number | null): Promise<Passes> {
    if (domainId !== null) return pass(domainId);
    const at = clock.now();
    if (kept === null || at - kept.at >= KEPT_MS) kept = { at, ...(await pass(null)) };
    return kept;
  }

  return [
    route(showToday, async ({ caller: { actor } }) => {
      const { domainId } = actor;
      const [passes, ownerless, stopped, installation] = await Promise.all([
        readPasses(domainId),
        readOwnerless(db, domainId),
        readSuspended(db, domainId),
        domainId === null ? readInstallation() : null,
      ]);
      const [full, not_receiving] = [counted(passes.full), counted(passes.notReceiving)];
      const [without_owner, suspended] = [namedOf(ownerless), namedOf(stopped)];
      return { data: { full, not_receiving, without_owner, suspended, installation } };
    }),
  ];
}

function namedOf(rows: DomainRow[]): Today['suspended'] {
  return { count: rows[0]?.count ?? 0, names: rows.map(({ name }) => name) };
}

/** The total, and the rows that are listed by name. */
function counted<Row extends { id: number; count: number }>(rows: Row[]) {
  const people = rows.map(({ id, count: _, ...person }) => ({ ...person, id: String(id) }));
  return { count: rows[0]?.count ?? 0, people };
}
