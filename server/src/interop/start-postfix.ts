import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shipped } from '../test-kit/shipped-files.ts';
import type { DebianPrograms } from './debian-programs.ts';
import {
  copyCertificate,
  makeOpenFolder,
  type OtherMailServer,
  OUR_DOMAIN,
  runWith,
  type ServerPorts,
  THEIR_DOMAIN,
  THEIR_PEOPLE,
  takeFromMaildir,
} from './other-mail-server.ts';
import { runDaemon } from './run-daemon.ts';

/** Users and groups that every Debian has; Postfix requires two that nothing else uses. */
const MAIL_OWNER = { name: 'uucp', id: 10 };
const DROP_GROUP = { name: 'news', id: 9 };
const MAILBOX_USER = 8;

const QUEUES = [
  'active',
  'bounce',
  'corrupt',
  'defer',
  'deferred',
  'flush',
  'hold',
  'incoming',
  'saved',
  'trace',
];

/** Debian's Postfix with its own configuration and queue in its own folder. */
export async function startPostfix(
  { root, env: programEnv }: DebianPrograms,
  { port, ourPort, front }: ServerPorts,
): Promise<OtherMailServer> {
  const { folder, remove } = await makeOpenFolder('postfix');
  const [config, spool, mail] = ['etc', 'spool', 'mail'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const env = { ...programEnv, MAIL_CONFIG: config };
  for (const path of [config, join(folder, 'data'), spool, mail]) await mkdir(path);
  for (const name of [...QUEUES, 'private', 'public', 'maildrop', 'pid'])
    await mkdir(join(spool, name), { mode: 0o700 });
  for (const path of [...QUEUES, 'private'].map((name) => join(spool, name)).concat(join(folder, 'data'))) {
    await chown(path, MAIL_OWNER.id, 0);
  }
  await chown(join(spool, 'public'), MAIL_OWNER.id, DROP_GROUP.id);
  await chown(join(spool, 'maildrop'), MAIL_OWNER.id, DROP_GROUP.id);
  await chown(mail, MAILBOX_USER, MAILBOX_USER);
  await writeFile(
    join(config, 'mailboxes'),
    THEIR_PEOPLE.map((name) => `${name}@${THEIR_DOMAIN} ${name}/\n`).join(''),
  );
  await writeFile(
    join(config, 'main.cf'),
    mainConfig({ root, folder, ourPort }) + (await frontConfig(front)),
  );
  await writeFile(join(config, 'master.cf'), masterConfig(port, front.port));
  await copyCertificate(folder);
  const log = () => readFile(join(folder, 'log'), 'utf8').catch(() => 'no log');
  const daemon = await runDaemon(
    [join(root, 'usr/lib/postfix/sbin/master'), '-c', config, '-d'],
    env,
    port,
  ).catch(async (error: Error) => {
    throw new Error(`${error.message}\n${await log()}`);
  });
  return {
    takeMail: (name) => takeFromMaildir(join(mail, name), log),
    async sendmail(args, message) {
      await runWith([join(root, 'usr/sbin/sendmail'), '-C', config, ...args], env, message);
    },
    async stop() {
      await daemon.stop();
      await remove();
    },
  };
}

function mainConfig({ root, folder, ourPort }: { root: string; folder: string; ourPort: number }): string {
  const settings = {
    compatibility_level: '3.6',
    queue_directory: join(folder, 'spool'),
    data_directory: join(folder, 'data'),
    daemon_directory: join(root, 'usr/lib/postfix/sbin'),
    command_directory: join(root, 'usr/sbin'),
    shlib_directory: join(root, 'usr/lib/postfix'),
    meta_directory: join(folder, 'etc'),
    maillog_file: join(folder, 'log'),
    maillog_file_prefixes: folder,
    import_environment: 'MAIL_CONFIG LD_LIBRARY_PATH TZ LANG=C',
    export_environment: 'MAIL_CONFIG LD_LIBRARY_PATH TZ LANG=C',
    mail_owner: MAIL_OWNER.name,
    setgid_group: DROP_GROUP.name,
    myhostname: `mx.${THEIR_DOMAIN}`,
    mydestination: '',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    disable_dns_lookups: 'yes',
    smtpd_relay_restrictions: 'permit_mynetworks, reject',
    mynetworks: '127.0.0.0/8',
    // Accepts mail for unknown recipients, and bounces it afterwards.
    smtpd_reject_unlisted_recipient: 'no',
    smtpd_tls_security_level: 'may',
    smtpd_tls_cert_file: join(folder, 'cert.pem'),
    smtpd_tls_key_file: join(folder, 'key.pem'),
    smtpd_tls_received_header: 'yes',
    smtp_tls_security_level: 'may',
    alias_maps: '',
    alias_database: '',
    virtual_mailbox_domains: THEIR_DOMAIN,
    virtual_mailbox_base: join(folder, 'mail'),
    virtual_mailbox_maps: `texthash:${join(folder, 'etc/mailboxes')}`,
    virtual_minimum_uid: '1',
    virtual_uid_maps: `static:${MAILBOX_USER}`,
    virtual_gid_maps: `static:${MAILBOX_USER}`,
    transport_maps: `inline:{${OUR_DOMAIN}=smtp:[127.0.0.1]:${ourPort}}`,
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('');
}

/** It is also our front server, and looks up our domains and people as in the shipped configuration. */
async function frontConfig({ lmtpPort, socketmapPort }: ServerPorts['front']): Promise<string> {
  const lines = (await shipped('postfix/main.cf')).match(/^(relay_|unverified_|address_verify_).*\n/gm) ?? [];
  return lines.join('').replace(':2424', `:${lmtpPort}`).replace(':2425:', `:${socketmapPort}:`);
}

/** Without chroot: what it needs is in folders of ours. */
function masterConfig(port: number, frontPort: number): string {
  const strangers = [
    'mynetworks=',
    'smtpd_relay_restrictions=reject_unauth_destination',
    'smtpd_recipient_restrictions=reject_unverified_recipient',
  ];
  const services = [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    `127.0.0.1:${frontPort} inet n - n - - smtpd${strangers.map((option) => ` -o ${option}`).join('')}`,
    'lmtp unix - - n - - lmtp',
    'pickup unix n - n 60 1 pickup',
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'rewrite unix - - n - - trivial-rewrite',
    'bounce unix - - n - 0 bounce',
    'defer unix - - n - 0 bounce',
    'trace unix - - n - 0 bounce',
    'verify unix - - n - 1 verify',
    'proxymap unix - - n - - proxymap',
    'smtp unix - - n - - smtp',
    'error unix - - n - - error',
    'retry unix - - n - - error',
    'virtual unix - n n - - virtual',
    'anvil unix - - n - 1 anvil',
    'scache unix - - n - 1 scache',
    'postlog unix-dgram n - n - 1 postlogd',
  ];
  return services.map((line) => `${line}\n`).join('');
}
