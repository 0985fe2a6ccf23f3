import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DebianPrograms } from './debian-programs.ts';
import {
  copyCertificate,
  makeOpenFolder,
  type OtherMailServer,
  OUR_DOMAIN,
  runWith,
  THEIR_DOMAIN,
  THEIR_PEOPLE,
  takeFromMaildir,
} from './other-mail-server.ts';
import { runDaemon } from './run-daemon.ts';

/** `mail`, which every Debian has. */
const EXIM_USER = 8;

/** Debian's Exim with its own configuration and queue in its own folder. */
export async function startExim(
  { root, eximRoot, env: programEnv }: DebianPrograms,
  { port, ourPort }: { port: number; ourPort: number },
): Promise<OtherMailServer> {
  const { folder, remove } = await makeOpenFolder('exim');
  for (const name of ['spool', 'log', 'mail']) {
    await mkdir(join(folder, name));
    await chown(join(folder, name), EXIM_USER, EXIM_USER);
  }
  const config = join(folder, 'exim.conf');
  const program = join(eximRoot, 'usr/sbin/exim4');
  // It drops root privileges and would regain them; a set-uid program would not find its libraries.
  await chmod(program, 0o755);
  await writeFile(config, eximConfig({ program, folder, ourPort }));
  const env = { ...programEnv, ...(await knownUser(root, folder)) };
  await copyCertificate(folder);
  const log = () => readFile(join(folder, 'log/mainlog'), 'utf8').catch(() => 'no log');
  const daemon = await runDaemon([program, '-C', config, '-bdf', '-q10s', '-oX', String(port)], env, port);
  return {
    takeMail: (name) => takeFromMaildir(join(folder, 'mail', name), log),
    async sendmail(args, message) {
      await runWith([program, '-C', config, '-odf', ...args], env, message);
    },
    async stop() {
      await daemon.stop();
      await remove();
    },
  };
}

/** Debian's Exim requires its own user, which this machine need not have: a passwd file of ours has one. */
async function knownUser(root: string, folder: string): Promise<Record<string, string>> {
  const [passwd, group] = [join(folder, 'passwd'), join(folder, 'group')];
  const name = 'Debian-exim';
  await writeFile(
    passwd,
    `${await readFile('/etc/passwd', 'utf8')}${name}:x:${EXIM_USER}:${EXIM_USER}::/:/bin/false\n`,
  );
  await writeFile(group, `${await readFile('/etc/group', 'utf8')}${name}:x:${EXIM_USER}:\n`);
  const triplet = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
  return {
    LD_PRELOAD: join(root, 'usr/lib', triplet, 'libnss_wrapper.so'),
    NSS_WRAPPER_PASSWD: passwd,
    NSS_WRAPPER_GROUP: group,
  };
}

function eximConfig({
  program,
  folder,
  ourPort,
}: {
  program: string;
  folder: string;
  ourPort: number;
}): string {
  return `primary_hostname = mx.${THEIR_DOMAIN}
exim_path = ${program}
spool_directory = ${join(folder, 'spool')}
log_file_path = ${join(folder, 'log/%slog')}
pid_file_path = ${join(folder, 'exim.pid')}
keep_environment = LD_LIBRARY_PATH : LD_PRELOAD : NSS_WRAPPER_PASSWD : NSS_WRAPPER_GROUP
local_interfaces = <; 127.0.0.1
tls_advertise_hosts = *
tls_certificate = ${join(folder, 'cert.pem')}
tls_privatekey = ${join(folder, 'key.pem')}
smtputf8_advertise_hosts = *
rfc1413_hosts =
host_lookup =
dkim_verify_signers =
deliver_drop_privilege
acl_smtp_rcpt = take

begin acl
take:
  accept

begin routers
us:
  driver = manualroute
  domains = ${OUR_DOMAIN}
  transport = us
  route_list = * 127.0.0.1
  self = send
people:
  driver = accept
  domains = ${THEIR_DOMAIN}
  local_parts = ${THEIR_PEOPLE.join(' : ')}
  transport = maildir

begin transports
us:
  driver = smtp
  port = ${ourPort}
  allow_localhost
  hosts_try_dane =
maildir:
  driver = appendfile
  maildir_format
  directory = ${join(folder, 'mail/$local_part_data')}
  create_directory
  user = ${EXIM_USER}
  group = ${EXIM_USER}
  return_path_add
  envelope_to_add
  delivery_date_add

begin retry
* * F,1h,1s
`;
}
