import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { unpackDebian } from './debian-root.ts';
import { MACHINE } from './machine.ts';
import { runCommand } from './run-command.ts';

const NAMES = ['mail.example.com', 'autoconfig.example.com', 'autodiscover.example.com'];
/** Not the temporary folder: that is often in memory, and a machine has some gigabytes. */
const PARENT = '/var/tmp';

/** Follows docs/deploy.md in a minimal Debian; returns whether anything differs from what it promises. */
export async function soakDeploy(): Promise<boolean> {
  if (userInfo().uid !== 0) throw new Error('Namespaces and debootstrap need root.');
  const folder = await mkdtemp(join(PARENT, 'bocau-deploy-'));
  try {
    const authority = join(folder, 'authority');
    await mkdir(authority);
    const [key, cert] = [join(authority, 'key.pem'), join(authority, 'cert.pem')];
    const request = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '90',
      '-subj',
      '/CN=authority',
    ];
    await runCommand(['openssl', ...request, '-keyout', key, '-out', cert]);
    await unpackDebian(join(folder, 'root'));
    const hosts = join(folder, 'hosts');
    await writeFile(hosts, `${await readFile('/etc/hosts', 'utf8')}\n${MACHINE} ${NAMES.join(' ')}\n`);
    const child = join(import.meta.dirname, 'follow-guide.test-child.ts');
    const inside = `mount --bind ${hosts} /etc/hosts && ip link set lo up && exec "$@"`;
    const command = ['sh', '-c', inside, 'sh', process.execPath, child, folder, authority];
    const running = spawn(
      'env',
      [`NODE_EXTRA_CA_CERTS=${cert}`, 'unshare', '--net', '--mount', '--', ...command],
      {
        stdio: 'inherit',
      },
    );
    const [code] = await once(running, 'exit');
    return code !== 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
