import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../test-kit/free-port.ts';
import type { DebianPrograms } from './debian-programs.ts';
import { startDnsServer } from './dns-server.ts';
import { makeOpenFolder } from './other-mail-server.ts';
import { runDaemon } from './run-daemon.ts';

/** Debian's rspamd with its default rules, and only the test's DNS. */
export async function startRspamd(
  { root, env }: DebianPrograms,
  { texts = {} }: { texts?: Record<string, string> } = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const { folder, remove } = await makeOpenFolder('rspamd');
  const dns = await startDnsServer(texts);
  const port = await freePort();
  const share = join(root, 'usr/share/rspamd');
  const places = {
    CONFDIR: join(root, 'etc/rspamd'),
    LOCAL_CONFDIR: folder,
    RUNDIR: folder,
    DBDIR: folder,
    LOGDIR: folder,
    SHAREDIR: share,
    PLUGINSDIR: join(share, 'plugins'),
    RULESDIR: join(share, 'rules'),
    LUALIBDIR: join(share, 'lualib'),
    LIBDIR: join(root, 'usr/lib/rspamd'),
    WWWDIR: join(share, 'www'),
  };
  const config = join(folder, 'rspamd.conf');
  await writeFile(config, rspamdConfig(port));
  // Settings here override Debian's.
  await mkdir(join(folder, 'override.d'));
  const overrides = [
    `tempdir = "${folder}";`,
    `dns { nameserver = ["127.0.0.1:${dns.port}"]; timeout = 1s; retransmits = 1; }`,
    // Otherwise it would compile all top-level domains into one pattern before it listens, for ten seconds.
    `url_tld = "${join(folder, 'endings')}";`,
  ];
  await writeFile(join(folder, 'override.d/options.inc'), `${overrides.join('\n')}\n`);
  await writeFile(join(folder, 'endings'), 'com\nexample\nvn\n');
  // Debian's configuration stores what it learned in Redis.
  await writeFile(join(folder, 'override.d/classifier-bayes.conf'), bayes(folder));
  const variables = Object.entries(places).map(([name, value]) => `--var=${name}=${value}`);
  const command = [join(root, 'usr/bin/rspamd'), '-f', '-i', '-c', config, ...variables];
  const daemon = await runDaemon(command, { ...env, ...places }, port);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await daemon.stop();
      await dns.stop();
      await remove();
    },
  };
}

function bayes(folder: string): string {
  return `backend = "sqlite3";
new_schema = false;
min_learns = 1;
min_tokens = 1;
cache { type = "sqlite3"; file = "${join(folder, 'learned.sqlite')}"; }
statfile { symbol = "BAYES_HAM"; spam = false; path = "${join(folder, 'ham.sqlite')}"; }
statfile { symbol = "BAYES_SPAM"; spam = true; path = "${join(folder, 'spam.sqlite')}"; }
`;
}

/**
 * One worker checks and learns: two processes would occasionally find the other's SQLite locked, and answer
 * 500.
 */
function rspamdConfig(port: number): string {
  return `.include "$CONFDIR/common.conf"
options {
  .include "$CONFDIR/options.inc"
  .include(priority=10) "$LOCAL_CONFDIR/override.d/options.inc"
  pidfile = "$RUNDIR/rspamd.pid";
}
logging { type = "console"; level = "warning"; }
worker "controller" { bind_socket = "127.0.0.1:${port}"; count = 1; secure_ip = "127.0.0.1"; }
`;
}
