import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { SYSTEM_PATH } from '../platform/db/postgres-identity.ts';

/** The foreign programs that ours must interoperate with, and what lets them run without being installed. */
const PACKAGES = {
  programs: [
    'postfix',
    'swaks',
    'libio-socket-ssl-perl',
    'clamav-daemon',
    'rspamd',
    'libnss-wrapper',
    'openssl',
  ],
  // Debian allows one mail server per machine: this package contains the other's `sendmail`.
  exim: ['exim4-daemon-light'],
  pigeonhole: ['dovecot-sieve'],
  dovecot: ['dovecot-core', 'dovecot-imapd'],
  mailreaders: ['isync', 'offlineimap3', 'neomutt'],
  postgresql: ['postgresql-15', 'pgbouncer'],
  fetchers: ['fetchmail', 'getmail6', 'curl', 'libcurl4'],
  prometheus: ['prometheus'],
  thunderbird: ['thunderbird'],
  vdirsyncer: ['vdirsyncer'],
  dateutil: ['python3-dateutil', 'python3-six'],
  contacts: ['litmus', 'khard', 'python3-radicale'],
  calendars: ['khal', 'python3-caldav'],
  signatures: ['xmlsec1'],
};

/**
 * Fetched only for `npm run soak -- cluster`: a PostgreSQL with automatic failover, and its consensus store.
 */
const CLUSTER_PACKAGES = {
  patroni: [
    ...['patroni', 'etcd-server', 'python3-yaml', 'python3-six', 'python3-pkg-resources', 'python3-psycopg2'],
    ...['python3-dateutil', 'python3-prettytable', 'python3-psutil', 'python3-urllib3', 'python3-click'],
  ],
};

/** Fetched only for `npm run bench -- caldav`: a server of calendars, and the cache that its processes share. */
const GROUPWARE_PACKAGES = { sogo: ['sogo', 'memcached'] };

const FOR_SOME = { cluster: CLUSTER_PACKAGES, groupware: GROUPWARE_PACKAGES };

const CACHE = join(import.meta.dirname, '../../../node_modules/.cache');
export const UNPACKED = join(CACHE, 'debian-programs');
export const TRIPLET = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';

/** A mirror that does not answer must not block the tests. */
const LONGEST_MS = 120_000;

export type DebianPrograms = {
  /** The root of the unpacked packages; Exim has its own. */
  root: string;
  eximRoot: string;
  /** The environment in which they find their libraries. */
  env: Record<string, string>;
};

/** Null when they were not fetched, or cannot run: mail servers are started by root. */
export function findDebianPrograms(): DebianPrograms | null {
  const [root, eximRoot] = [join(UNPACKED, 'programs'), join(UNPACKED, 'exim')];
  if (!existsSync(root) || !existsSync(eximRoot) || userInfo().uid !== 0) return null;
  const libraries = ['usr/lib/postfix', 'usr/lib/rspamd', `usr/lib/${TRIPLET}`, `lib/${TRIPLET}`];
  const perl = ['usr/share/perl5', `usr/lib/${TRIPLET}/perl5/5.36`, `usr/lib/${TRIPLET}/perl5`];
  const paths = (folders: string[]) =>
    [root, eximRoot].flatMap((place) => folders.map((folder) => join(place, folder))).join(':');
  return {
    root,
    eximRoot,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LD_LIBRARY_PATH: paths(libraries), PERL5LIB: paths(perl) },
  };
}

/**
 * Dovecot's Sieve: the folder of its programs, and the environment in which they run without a configuration.
 */
export type Pigeonhole = { bin: string; env: Record<string, string> };

export function findPigeonhole(): Pigeonhole | null {
  const root = join(UNPACKED, 'pigeonhole');
  if (!existsSync(root) || userInfo().uid !== 0) return null;
  const libraries = ['usr/lib/dovecot', `usr/lib/${TRIPLET}`, `lib/${TRIPLET}`];
  return {
    bin: join(root, 'usr/bin'),
    env: {
      LD_LIBRARY_PATH: libraries.map((folder) => join(root, folder)).join(':'),
      // Settings come from here instead of from a program at a fixed path; mail is never accessed as root.
      DOVECONF_ENV: '1',
      MAIL_UID: '65534',
      MAIL_GID: '65534',
    },
  };
}

/** Dovecot's server of one mailbox, after authentication; it reads its settings from the environment. */
export type Dovecot = { imap: string; env: Record<string, string> };

export function findDovecot(): Dovecot | null {
  const root = join(UNPACKED, 'dovecot');
  if (!existsSync(root) || userInfo().uid !== 0) return null;
  const libraries = ['usr/lib/dovecot', `usr/lib/${TRIPLET}`, `lib/${TRIPLET}`];
  return {
    imap: join(root, 'usr/lib/dovecot/imap'),
    env: {
      PATH: SYSTEM_PATH,
      LD_LIBRARY_PATH: libraries.map((folder) => join(root, folder)).join(':'),
      DOVECONF_ENV: '1',
    },
  };
}

/** Programs that fetch mail, each as a command; getmail is run by Debian's own Python. */
export type Fetchers = {
  fetchmail: string[];
  getmail: string[];
  curl: string[];
  env: Record<string, string>;
};

export function findFetchers(): Fetchers | null {
  const root = join(UNPACKED, 'fetchers');
  if (!existsSync(root) || !existsSync('/usr/bin/python3') || userInfo().uid !== 0) return null;
  const libraries = [`usr/lib/${TRIPLET}`, `lib/${TRIPLET}`].map((folder) => join(root, folder));
  return {
    fetchmail: [join(root, 'usr/bin/fetchmail')],
    getmail: ['/usr/bin/python3', join(root, 'usr/bin/getmail')],
    curl: [join(root, 'usr/bin/curl')],
    env: {
      PATH: SYSTEM_PATH,
      LD_LIBRARY_PATH: libraries.join(':'),
      PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
      PYTHONDONTWRITEBYTECODE: '1',
    },
  };
}

/** Python with dateutil, as a command. */
export function findDateutil(): { command: string[]; env: Record<string, string> } | null {
  const root = join(UNPACKED, 'dateutil');
  if (!existsSync(root) || !existsSync('/usr/bin/python3')) return null;
  return {
    command: ['/usr/bin/python3'],
    env: {
      PATH: SYSTEM_PATH,
      PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
      PYTHONDONTWRITEBYTECODE: '1',
    },
  };
}

/** Programs that read mail by IMAP: the command that starts each, and the environment in which they find their parts. */
export type MailReaders = {
  mbsync: string[];
  offlineimap: string[];
  neomutt: string[];
  env: Record<string, string>;
};

export function findMailReaders(): MailReaders | null {
  const root = join(UNPACKED, 'mailreaders');
  if (!existsSync(root)) return null;
  const libraries = [`usr/lib/${TRIPLET}`, `lib/${TRIPLET}`];
  return {
    mbsync: [join(root, 'usr/bin/mbsync')],
    offlineimap: ['/usr/bin/python3', join(root, 'usr/bin/offlineimap')],
    neomutt: [join(root, 'usr/bin/neomutt')],
    env: {
      PATH: SYSTEM_PATH,
      LC_ALL: 'C.UTF-8',
      LD_LIBRARY_PATH: libraries.map((folder) => join(root, folder)).join(':'),
      PYTHONPATH: ['usr/share/offlineimap3', 'usr/lib/python3/dist-packages']
        .map((folder) => join(root, folder))
        .join(':'),
      PYTHONDONTWRITEBYTECODE: '1',
    },
  };
}

/** Thunderbird, which needs no screen. */
export type Thunderbird = { command: string[]; env: Record<string, string> };

export function findThunderbird(): Thunderbird | null {
  const root = join(UNPACKED, 'thunderbird');
  if (!existsSync(root)) return null;
  const libraries = [`usr/lib/${TRIPLET}`, `lib/${TRIPLET}`].map((folder) => join(root, folder));
  return {
    command: [join(root, 'usr/lib/thunderbird/thunderbird-bin'), '--headless'],
    env: { PATH: SYSTEM_PATH, LC_ALL: 'C.UTF-8', LD_LIBRARY_PATH: libraries.join(':') },
  };
}

/** The PostgreSQL of a server that is kept as Debian has it, and what stands before it where there are many clients. */
export type DebianPostgres = { bin: string; pgbouncer: string; env: Record<string, string> };

export function findDebianPostgres(): DebianPostgres | null {
  const root = join(UNPACKED, 'postgresql');
  if (!existsSync(root) || userInfo().uid !== 0) return null;
  const libraries = [`usr/lib/${TRIPLET}`, `lib/${TRIPLET}`].map((folder) => join(root, folder));
  return {
    bin: join(root, 'usr/lib/postgresql/15/bin'),
    pgbouncer: join(root, 'usr/sbin/pgbouncer'),
    env: { PATH: SYSTEM_PATH, LC_ALL: 'C', TZ: 'UTC', LD_LIBRARY_PATH: libraries.join(':') },
  };
}

/** The two programs with their Python modules, which Debian's own Python loads from our folder. */
export type DebianPatroni = { etcd: string; patroni: string[]; env: Record<string, string> };

export function findDebianPatroni(): DebianPatroni | null {
  const root = join(UNPACKED, 'patroni');
  const postgres = findDebianPostgres();
  if (!existsSync(root) || postgres === null) return null;
  return {
    etcd: join(root, 'usr/bin/etcd'),
    patroni: ['/usr/bin/python3', join(root, 'usr/bin/patroni')],
    env: {
      ...postgres.env,
      PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONUNBUFFERED: '1',
    },
  };
}

/** The program that checks signatures in XML, as a command; null when it was not fetched. */
export function findXmlsec(): { command: string[]; env: Record<string, string> } | null {
  const root = join(UNPACKED, 'signatures');
  if (!existsSync(root)) return null;
  const libraries = [`usr/lib/${TRIPLET}`, `lib/${TRIPLET}`].map((folder) => join(root, folder));
  return {
    command: [join(root, 'usr/bin/xmlsec1')],
    env: { PATH: SYSTEM_PATH, LD_LIBRARY_PATH: libraries.join(':') },
  };
}

/** Prometheus's own rule checker; null when it was not fetched. */
export function findPromtool(): string | null {
  const promtool = join(UNPACKED, 'prometheus/usr/bin/promtool');
  return existsSync(promtool) ? promtool : null;
}

/**
 * Fetches the packages by apt and unpacks them into a folder of ours: nothing is installed, no service is
 * started, and both mail servers can coexist. Reports why it failed.
 */
export async function fetchDebianPrograms(which?: keyof typeof FOR_SOME): Promise<string | null> {
  if (userInfo().uid !== 0) return 'mail servers are started by root';
  const wanted = { ...PACKAGES, ...(which === undefined ? {} : FOR_SOME[which]) };
  const missing = Object.entries(wanted).filter(([place]) => !existsSync(join(UNPACKED, place)));
  if (missing.length === 0) return null;
  if (!existsSync('/usr/bin/apt-get')) return 'there is no apt-get here';
  await mkdir(UNPACKED, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'fetching-'));
  try {
    if (!run('apt-get', ['update'])) return 'apt-get update failed';
    const unpacked = join(folder, 'unpacked');
    await mkdir(unpacked);
    for (const [place, names] of missing) {
      const archives = join(folder, place);
      await mkdir(join(archives, 'partial'), { recursive: true });
      const options = ['--download-only', '--reinstall', '--no-install-recommends'];
      if (
        !run('apt-get', ['install', '-y', ...options, '-o', `Dir::Cache::archives=${archives}`, ...names])
      ) {
        return `apt-get could not fetch ${names.join(', ')}`;
      }
      for (const file of (await readdir(archives)).filter((name) => name.endsWith('.deb'))) {
        if (!run('dpkg-deb', ['-x', join(archives, file), join(unpacked, place)])) {
          return `${file} could not be unpacked`;
        }
      }
      await rename(join(unpacked, place), join(UNPACKED, place));
    }
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function run(program: string, args: string[]): boolean {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: LONGEST_MS });
  if (status !== 0) process.stderr.write(`${program} ${args.join(' ')}\n${stdout}${stderr}`);
  return status === 0;
}
