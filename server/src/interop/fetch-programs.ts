/**
 * Run by `npm run test:deep` before the tests: a failed download is not our fault, and its tests are skipped.
 */
import { fetchDebianPrograms } from './debian-programs.ts';

const hindrance = await fetchDebianPrograms();
if (hindrance !== null) {
  process.stderr.write(
    `Not tried with Postfix, Exim, swaks, OpenSSL, clamd, rspamd, Pigeonhole, Dovecot, isync, OfflineIMAP, NeoMutt, Thunderbird, PostgreSQL 15, PgBouncer, promtool, fetchmail, getmail, curl, vdirsyncer, khard, khal, python3-caldav, litmus, Radicale and dateutil: ${hindrance}\n`,
  );
}
