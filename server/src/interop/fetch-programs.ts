/** Run by `npm run test:deep` before the tests: what can't be fetched is no fault of ours, its tests are skipped. */
import { fetchDebianPrograms } from './debian-programs.ts';

const hindrance = await fetchDebianPrograms();
if (hindrance !== null) {
  process.stderr.write(
    `Not tried with Postfix, Exim, swaks, clamd, rspamd, Pigeonhole, Dovecot, PostgreSQL 15, PgBouncer and promtool: ${hindrance}\n`,
  );
}
