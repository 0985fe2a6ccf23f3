import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';

/** The programs of others that ours has to get along with, and what lets them run without being installed. */
const PACKAGES = {
  programs: ['postfix', 'swaks', 'libio-socket-ssl-perl', 'clamav-daemon', 'rspamd', 'libnss-wrapper'],
  // Debian has one mail server on a machine: this one has the other's `sendmail`.
  exim: ['exim4-daemon-light'],
  pigeonhole: ['dovecot-sieve'],
};

const CACHE = join(import.meta.dirname, '../../../node_modules/.cache');
const UNPACKED = join(CACHE, 'debian-programs');
const TRIPLET = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';

/** A mirror that does not answer must not hold up the tests. */
const LONGEST_MS = 120_000;

export type DebianPrograms = {
  /** What Debian would have below `/`; Exim's is a world of its own. */
  root: string;
  eximRoot: string;
  /** The environment in which they find their libraries. */
  env: Record<string, string>;
};

/** Null where they have not been fetched, or would not run: mail servers are started by root. */
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

/** Dovecot's Sieve: where its programs are, and the environment in which they run without a configuration. */
export type Pigeonhole = { bin: string; env: Record<string, string> };

export function findPigeonhole(): Pigeonhole | null {
  const root = join(UNPACKED, 'pigeonhole');
  if (!existsSync(root) || userInfo().uid !== 0) return null;
  const libraries = ['usr/lib/dovecot', `usr/lib/${TRIPLET}`, `lib/${TRIPLET}`];
  return {
    bin: join(root, 'usr/bin'),
    env: {
      LD_LIBRARY_PATH: libraries.map((folder) => join(root, folder)).join(':'),
      // Settings come from here instead of from a program at a fixed place; mail is never touched as root.
      DOVECONF_ENV: '1',
      MAIL_UID: '65534',
      MAIL_GID: '65534',
    },
  };
}

/**
 * Fetches the packages by apt and unpacks them into a folder of ours: nothing is installed, no service is started, and
 * both mail servers fit beside each other. Says why it could not.
 */
export async function fetchDebianPrograms(): Promise<string | null> {
  if (userInfo().uid !== 0) return 'mail servers are started by root';
  const missing = Object.entries(PACKAGES).filter(([place]) => !existsSync(join(UNPACKED, place)));
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
