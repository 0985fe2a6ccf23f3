import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/db/database.ts';
import { BACKGROUND } from '../platform/db/deadlines.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import type { PgConfig } from '../platform/db/pg-config.ts';
import { createDnsClient } from '../platform/dns/dns-client.ts';
import { silentLogger } from '../platform/logger.ts';
import type { DnsResolver } from '../platform/smtp/judge-sender.ts';
import { findUnfinishedRestore } from '../prepare-database.ts';
import type { Tables } from '../tables.ts';
import { readActiveDomainNames } from './accounts.store.ts';
import type { ConfigCommand } from './command.ts';
import { checkBlobs, checkOwner } from './doctor/check-blobs.ts';
import { checkCertificate } from './doctor/check-certificate.ts';
import { checkBackupDir, checkConfiguration } from './doctor/check-configuration.ts';
import {
  checkBackup,
  checkDamage,
  checkGroups,
  checkMailboxes,
  checkMigrations,
  checkServer,
} from './doctor/check-database.ts';
import { checkDomains } from './doctor/check-domains.ts';
import { checkOffice } from './doctor/check-office.ts';
import { checkPorts } from './doctor/check-ports.ts';
import { checkRoles } from './doctor/check-roles.ts';
import { checkRspamd } from './doctor/check-rspamd.ts';
import { checkSecrets } from './doctor/check-secrets.ts';
import { type Finding, fail, reasonOf, warn } from './doctor/finding.ts';
import type { Terminal } from './progress.ts';

const DATABASE_CONNECTIONS = 2;

export type Examination = { clock: Clock; resolver: DnsResolver; pgConfig?: PgConfig };

export const doctor: ConfigCommand = {
  usage: 'doctor',
  summary:
    'Looks at configuration, database, blobs, DNS, ports, certificates and clock, and says what is wrong',
  runWithout: (config, out) => {
    const ask = createDnsClient({ clock: systemClock, servers: config.dnsServers });
    const resolver: DnsResolver = async (name, type) => (await ask(name, type)).records;
    return examine(config, out, { clock: systemClock, resolver });
  },
};

/** Prints one line per finding; returns 1 when something does not work. */
export async function examine(config: Config, out: Terminal, by: Examination): Promise<number> {
  let failed = 0;
  const say = (findings: Finding[]) => {
    for (const { level, subject, text } of findings) {
      if (level === 'fail') failed += 1;
      out.write(`${level.padEnd(4)}  ${subject}: ${text}\n`);
    }
  };
  say(checkConfiguration(config));
  say(await checkBackupDir(config));
  await examineDatabase(config, by, say);
  say(await checkBlobs(config, by.clock));
  say(await checkPorts(config, by.clock));
  say(await checkOffice(config));
  say(await checkRspamd(config, by.clock));
  say(await checkCertificate(config, by.clock.now()));
  return failed > 0 ? 1 : 0;
}

async function examineDatabase(
  config: Config,
  by: Examination,
  say: (findings: Finding[]) => void,
): Promise<void> {
  if (!by.pgConfig && config.databaseUrl === null && !existsSync(join(config.dataDir, 'pg'))) {
    say([warn('database', `there is none in ${config.dataDir} yet; the first start makes it`)]);
    return;
  }
  await using opened = new AsyncDisposableStack();
  try {
    const pgConfig = by.pgConfig ?? (await reachDatabase(config, by.clock, opened));
    const database = openDatabase<Tables>({
      pgConfig,
      poolSize: DATABASE_CONNECTIONS,
      deadlines: BACKGROUND,
      log: silentLogger,
      applicationName: 'doctor',
    });
    opened.defer(() => database.close());
    const server = await checkServer(database.db, by.clock.now());
    say(server);
    if (server.some(({ level, subject }) => level === 'fail' && subject === 'database')) return;
    const begun = await findUnfinishedRestore(pgConfig);
    if (begun !== null) {
      say([fail('restore', `that of backup ${begun.backup} from ${begun.dir} has not ended; run it again`)]);
      return;
    }
    const { finding, complete } = await checkMigrations(database.db);
    say([finding]);
    if (!complete) return;
    say(await checkOwner(database.db, config, by.clock));
    say(await checkDamage(database.db));
    say([await checkSecrets(database.db, config)]);
    say(await checkRoles(database.db, by.clock));
    say([await checkBackup(database.db, by.clock.now())]);
    say(await checkMailboxes(database.db));
    say([await checkGroups(database.db)]);
    say(await checkDomains(await readActiveDomainNames(database.db), by));
  } catch (error) {
    say([fail('database', reasonOf(error))]);
  }
}

async function reachDatabase(
  { databaseUrl, databaseDirectUrl, dataDir }: Config,
  clock: Clock,
  opened: AsyncDisposableStack,
): Promise<PgConfig> {
  if (databaseUrl !== null) return { connectionString: databaseDirectUrl ?? databaseUrl };
  const embedded = await startEmbeddedPostgres({ dataDir, clock, log: silentLogger });
  opened.defer(() => embedded.stop());
  return embedded.pgConfig;
}
