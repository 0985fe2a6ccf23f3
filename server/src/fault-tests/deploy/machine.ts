import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './run-command.ts';

const REPOSITORY = join(import.meta.dirname, '../../../..');
const STAND_INS = join(import.meta.dirname, 'stand-ins');
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** Addresses of a documentation network (RFC 5737): the machine's, and the outside world's. */
export const MACHINE = '192.0.2.10';
export const OUTSIDE = '192.0.2.1';
/** The URL from which the guide fetches the program; here it is this repository's last commit. */
const SOURCE = 'https://git.example.com/bocau.git';

/** Runs in its own namespaces until killed, which ends everything started there. */
const INIT = `
set -e
mount -t proc proc "$0/proc"
mount -t tmpfs tmpfs "$0/dev"
for node in null:3 zero:5 full:7 random:8 urandom:9; do mknod -m 666 "$0/dev/\${node%:*}" c 1 "\${node#*:}"; done
mkdir -m 1777 "$0/dev/shm"
ln -s /proc/self/fd "$0/dev/fd"
ip link set lo up
echo ready
exec sleep infinity
`;

/** Certificate authorities that this machine trusts: a proxy may be in front of the package registry. */
const TRUSTED = '/trusted.pem';
const TRUSTED_HERE = '/etc/ssl/certs/ca-certificates.crt';

export type Machine = {
  /** The output of commands in a root shell, which keeps exported variables. Fails when a command does. */
  run(commands: string, needsInternet?: boolean): Promise<string>;
  /** The content of a file on it. */
  read(path: string): Promise<string>;
  stop(): Promise<void>;
};

/** Starts the minimal Debian in this folder, connected only to our network namespace. */
export async function startMachine(folder: string, authority: string): Promise<Machine> {
  const root = join(folder, 'root');
  await furnish(root, authority);
  const namespaces = ['--mount', '--net', '--pid', '--fork', '--kill-child'];
  const outer = spawn('unshare', [...namespaces, '--', 'sh', '-c', INIT, root], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(outer.stdout, 'data');
  const children = await readFile(`/proc/${outer.pid}/task/${outer.pid}/children`, 'utf8');
  const init = children.trim();
  await connect(init);

  async function run(commands: string, needsInternet = false): Promise<string> {
    const resolver = needsInternet ? await readFile('/etc/resolv.conf', 'utf8') : `nameserver ${OUTSIDE}\n`;
    await writeFile(join(root, 'etc/resolv.conf'), resolver);
    // The parent process is in the host's network.
    const network = needsInternet ? `--net=/proc/${process.ppid}/ns/net` : '--net';
    const script = `[ ! -e ~/exported ] || . ~/exported\nset -eu\n${commands}\nexport -p > ~/exported\n`;
    const inside = [
      'chroot',
      root,
      '/usr/bin/env',
      '-i',
      'HOME=/root',
      `PATH=${PATH}`,
      `NODE_EXTRA_CA_CERTS=${TRUSTED}`,
      'bash',
      '-s',
    ];
    return runCommand(['nsenter', '--target', init, '--mount', '--pid', network, ...inside], script);
  }

  return {
    run,
    read: (path) => readFile(join(root, path), 'utf8'),
    async stop() {
      outer.kill('SIGKILL');
      await once(outer, 'exit');
    },
  };
}

/** The stand-ins for the outside world: the program's source, systemd, certbot, and a certificate authority. */
async function furnish(root: string, authority: string): Promise<void> {
  await runCommand([
    'git',
    'clone',
    '--quiet',
    '--bare',
    '--depth',
    '1',
    `file://${REPOSITORY}`,
    join(root, 'source'),
  ]);
  const git = `[url "file:///source"]\n  insteadOf = ${SOURCE}\n[safe]\n  directory = *\n`;
  await writeFile(join(root, 'root/.gitconfig'), git);
  for (const name of await readdir(STAND_INS))
    await copyFile(join(STAND_INS, name), join(root, 'usr/local/sbin', name));
  await mkdir(join(root, 'authority'));
  for (const name of ['cert.pem', 'key.pem'])
    await copyFile(join(authority, name), join(root, 'authority', name));
  await copyFile(TRUSTED_HERE, join(root, TRUSTED));
  // Packages must not start services: the guide's commands do.
  await writeFile(join(root, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
}

async function connect(init: string): Promise<void> {
  const inside = ['nsenter', '--target', init, '--net', 'ip'];
  for (const command of [
    ['ip', 'link', 'add', 'outside', 'type', 'veth', 'peer', 'name', 'inside', 'netns', init],
    ['ip', 'address', 'add', `${OUTSIDE}/24`, 'dev', 'outside'],
    ['ip', 'link', 'set', 'outside', 'up'],
    [...inside, 'address', 'add', `${MACHINE}/24`, 'dev', 'inside'],
    [...inside, 'link', 'set', 'inside', 'up'],
    [...inside, 'route', 'add', 'default', 'via', OUTSIDE],
  ]) {
    await runCommand(command);
  }
}
