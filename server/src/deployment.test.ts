import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS } from '@bocau/contract/limits.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkConfiguration } from './admin/doctor/check-configuration.ts';
import { type Config, readConfig } from './config/config.ts';
import { readEnv } from './config/env.ts';
import { readGuide } from './fault-tests/deploy/read-guide.ts';
import { MOST_RECIPIENTS } from './features/delivery/start-mail.ts';
import { HEARTBEAT_MS } from './features/notifications/socket-hub.ts';

const ROOT = join(import.meta.dirname, '../..');
const DEPLOY = join(ROOT, 'deploy');
const MB = 1024 * 1024;
/** What Postfix, rspamd and others on the way add to a message. */
const ADDED_LINES = 64 * 1024;
const KEY = Buffer.alloc(32).toString('base64');
const UNITS = ['bocau@.service', 'bocau-backup.service', 'bocau-backup.timer'];

const shipped = (path: string) => readFile(join(DEPLOY, path), 'utf8');

let env: Record<string, string>;
let config: Config;

beforeAll(async () => {
  const lines = (await shipped('bocau.env')).replace('SECRETS_KEY_VALUE', KEY).split('\n');
  env = Object.fromEntries(
    lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split(/=(.*)/s, 2) as [string, string]),
  );
  config = readConfig(readEnv(env));
});

/** Settings as Postfix reads them: a line that begins with a blank goes on with the one before. */
async function postfixSettings(): Promise<Map<string, string>> {
  const text = (await shipped('postfix/main.cf')).replace(/^#.*\n/gm, '').replace(/\n[ \t]+/g, ' ');
  return new Map(
    [...text.matchAll(/^(\w+) *=[ \t]*(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

async function unit(name: string): Promise<string[]> {
  return (await shipped(`systemd/${name}`)).split('\n').filter((line) => /^[A-Z]\w*=/.test(line));
}

const valuesOf = (lines: string[], name: string) =>
  lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));

describe('the settings that are shipped', () => {
  test('are all known, and each once', async () => {
    const source = await readFile(join(import.meta.dirname, 'config/env.ts'), 'utf8');
    const known = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name);
    expect(Object.keys(env).filter((name) => !known.includes(name))).toEqual([]);
    const given = [...(await shipped('bocau.env')).matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name);
    expect(given.length).toBe(new Set(given).size);
  });

  test('are nothing that the doctor warns of', () => {
    const warnings = checkConfiguration(config).filter(({ level }) => level !== 'ok');
    expect(warnings).toEqual([]);
  });

  test('have no value that a shell or systemd would read otherwise', async () => {
    expect(Object.values(env).filter((value) => /[\s'"\\$&;#`]/.test(value))).toEqual([]);
  });

  test('reach the commands of an administrator as they stand there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bocau-admin-'));
    const value = 'postgresql://bocau:a$HOME`id`&b;(c)*@db1:5432,db2/bocau?a=1&b=2#c';
    await writeFile(join(folder, 'bocau.env'), `# A=1\n\nSMTP_RELAY=x=y\nDATABASE_URL=${value}`);
    const script = (await shipped('bocau-admin'))
      .replace('/etc/bocau/bocau.env', join(folder, 'bocau.env'))
      .replace(/^cd .*$/m, '')
      .replace(/^exec .*$/m, 'printenv SMTP_RELAY DATABASE_URL; cat');
    const { stdout, stderr } = spawnSync('sh', ['-c', script], { encoding: 'utf8', input: 'mật khẩu' });
    await rm(folder, { recursive: true });
    expect([stdout, stderr]).toEqual([`x=y\n${value}\nmật khẩu`, '']);
  });
});

/** The flags and the environment that `npm start` gives to Node. */
async function startedWith(): Promise<{ flags: string[]; environment: string }> {
  const read = async (name: string) => JSON.parse(await readFile(join(ROOT, 'server', name), 'utf8'));
  const given = Object.entries((await read('process-env.json')) as Record<string, string>);
  return {
    flags: (await read('node-flags.json')) as string[],
    environment: given.map(([name, value]) => `${name}=${value}`).join(' '),
  };
}

describe('the units', () => {
  test('start files that are there, with the memory settings of npm start', async () => {
    const { flags, environment } = await startedWith();
    for (const name of UNITS.filter((one) => one.endsWith('.service'))) {
      const lines = await unit(name);
      const [folder = ''] = valuesOf(lines, 'WorkingDirectory');
      const [start = ''] = valuesOf(lines, 'ExecStart');
      const [program = '', ...args] = start.split(' ');
      const file = args.find((arg) => arg.endsWith('.ts')) ?? '';
      expect(program).toBe(`${folder}/node_modules/.bin/node`);
      expect(existsSync(join(ROOT, program.slice(folder.length)))).toBe(true);
      expect(existsSync(join(ROOT, file))).toBe(true);
      expect(lines).toContain('User=bocau');
      expect(valuesOf(lines, 'EnvironmentFile')).toContain('/etc/bocau/bocau.env');
    }
    const program = await unit('bocau@.service');
    expect(valuesOf(program, 'ExecStart')[0]).toContain(`${flags.join(' ')} server/src/main.ts`);
    expect(valuesOf(program, 'Environment')).toContain(environment);
  });

  test('wait for the program to end by itself, and never start one again that was drained', async () => {
    const lines = await unit('bocau@.service');
    const source = await readFile(join(import.meta.dirname, 'main.ts'), 'utf8');
    const stopWithin = Number(/STOP_WITHIN_MS = ([\d_]+)/.exec(source)?.[1]?.replaceAll('_', ''));
    expect(Number(valuesOf(lines, 'TimeoutStopSec')[0]) * 1000).toBeGreaterThan(stopWithin);
    expect(valuesOf(lines, 'Restart')).toEqual(['on-failure']);
  });

  test('let LibreOffice mount a /proc of its own', async () => {
    const lines = await unit('bocau@.service');
    expect(lines.filter((line) => /^(ProtectKernelTunables|ProtectProc|ProcSubset)=/.test(line))).toEqual([]);
    expect(valuesOf(lines, 'RestrictNamespaces')[0]?.split(' ')).toEqual(
      expect.arrayContaining(['user', 'mnt', 'pid', 'net', 'ipc']),
    );
  });

  test('keep the data where the settings say', async () => {
    expect(valuesOf(await unit('bocau@.service'), 'StateDirectory')).toEqual(['bocau']);
    expect(env.DATA_DIR).toBe('/var/lib/bocau');
  });

  test('write backups where the console restores from, and let it read them', async () => {
    const backup = await unit('bocau-backup.service');
    expect(valuesOf(backup, 'ExecStart')[0]).toContain(` --out ${config.backupDir} `);
    expect(valuesOf(backup, 'ReadWritePaths')).toEqual([config.backupDir]);
    const program = await unit('bocau@.service');
    expect(valuesOf(program, 'User')).toEqual(valuesOf(backup, 'User'));
    const hidden = program.filter((line) =>
      /^(InaccessiblePaths|TemporaryFileSystem|RootDirectory)=/.test(line),
    );
    expect(hidden).toEqual([]);
  });
});

describe('nginx', () => {
  let locations: Map<string, string>;
  let site: string;

  beforeAll(async () => {
    site = await shipped('nginx/bocau.conf');
    locations = new Map(
      [...site.matchAll(/location (.+) \{\n([^}]*)\}/g)].map(([, path = '', body = '']) => [path, body]),
    );
  });

  test('takes bodies as large as the program does', () => {
    const everywhere = site.replace(/location .+ \{\n[^}]*\}/g, '');
    expect(everywhere).toContain(`client_max_body_size ${LIMITS.uploadBytes / MB}m;`);
    expect(locations.get('/s/')).toContain(`client_max_body_size ${LIMITS.driveFormBytes / MB + 1}m;`);
    const files = locations.get('~ ^/(storage|wopi)/');
    expect(files).toContain('client_max_body_size 0;');
    expect(files).toContain('proxy_request_buffering off;');
  });

  test('passes on the socket, for longer than it is silent', () => {
    expect(locations.get('= /ws')).toMatch(/Upgrade \$http_upgrade;[\s\S]*Connection \$bocau_connection;/);
    const minutes = Number(/proxy_read_timeout (\d+)m/.exec(site)?.[1]);
    expect(minutes * 60_000).toBeGreaterThan(HEARTBEAT_MS * 2);
  });

  test('is the one proxy that is believed, at the port that the program listens on', () => {
    expect(site).toContain(`server ${config.http.host}:${config.http.port};`);
    expect(config.http.trustedProxies).toBe(1);
    expect(site).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
  });
});

describe('Postfix', () => {
  test('takes no message that the program would refuse for its size, or for how many get it', async () => {
    const settings = await postfixSettings();
    expect(Number(settings.get('message_size_limit')) + ADDED_LINES).toBe(config.mail.maxBytes);
    expect(Number(settings.get('lmtp_destination_recipient_limit'))).toBe(MOST_RECIPIENTS);
  });

  test('asks for each recipient before it accepts, and nobody is refused for good while the program is away', async () => {
    const settings = await postfixSettings();
    expect(settings.get('smtpd_recipient_restrictions')).toBe('reject_unverified_recipient');
    expect(settings.get('unverified_recipient_reject_code')).toBe('550');
    expect(settings.get('unverified_recipient_defer_code')).toBe('450');
    expect(settings.get('relay_transport')).toBe(`lmtp:inet:${config.mail.lmtpHost}:${config.mail.lmtpPort}`);
  });

  test('takes what leaves where the program brings it, and shows the certificate that the program shows', async () => {
    const { relay, tls, name, gateways } = config.mail;
    expect(await shipped('postfix/master.cf')).toContain(`\n${relay?.host}:${relay?.port} inet `);
    const settings = await postfixSettings();
    expect(settings.get('smtpd_tls_chain_files')).toBe(`${tls?.keyFile}, ${tls?.certFile}`);
    expect(settings.get('myhostname')).toBe(name);
    expect(gateways).toEqual([name]);
  });

  test('brings what the machine itself writes to the postmaster', async () => {
    const settings = await postfixSettings();
    const origin = settings.get('myorigin');
    expect(await shipped('postfix/bocau-domains')).toContain(`\n${origin} `);
    expect(settings.get('virtual_alias_maps')).toBe(`inline:{root=postmaster@${origin}}`);
  });

  test('removes every line that could be taken for one of our own filter, however it is written', async () => {
    const patterns = [...(await shipped('postfix/header_checks')).matchAll(/^\/(.*)\/ IGNORE$/gm)].map(
      ([, pattern = '']) => new RegExp(pattern.replaceAll('[[:space:]]', '\\s'), 'i'),
    );
    const goes = (line: string) => patterns.some((pattern) => pattern.test(line));
    const forged = [
      `Authentication-Results: ${config.mail.name}; dkim=pass`,
      `Authentication-Results: (x) ${config.mail.name}; dkim=pass`,
      `authentication-results : ${config.mail.name}; dkim=pass`,
      ...[
        'X-Spam-Status : No',
        'X-Spam: No',
        'x-spam-flag:NO',
        'X-Spamd-Result: default',
        'X-Rspamd-Action: x',
      ],
    ];
    expect(forged.filter((line) => !goes(line))).toEqual([]);
    const others = [
      'Subject: X-Spam: a',
      'ARC-Authentication-Results: i=1; x',
      'X-Spammer: x',
      'Received: x',
    ];
    expect(others.filter(goes)).toEqual([]);
    // Those that rspamd adds afterwards would go by these alone.
    expect([...(await postfixSettings()).keys()]).not.toContain('milter_header_checks');
  });
});

test('the image starts the program as npm start does', async () => {
  const { flags, environment } = await startedWith();
  const recipe = await shipped('Containerfile');
  const command = JSON.parse(/^CMD (.*)$/m.exec(recipe)?.[1] ?? '[]') as string[];
  expect(command).toEqual(['node_modules/.bin/node', ...flags, 'server/src/main.ts']);
  expect(recipe).toContain(environment);
});

test('scripts that are shipped can be read by a shell', async () => {
  for (const name of ['bocau-admin', 'bocau-certificates']) {
    const { status, stderr } = spawnSync('sh', ['-n', join(DEPLOY, name)], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  }
  expect((await readdir(join(DEPLOY, 'systemd'))).sort()).toEqual([...UNITS].sort());
});

describe('the guide', () => {
  test('has the commands that a proof follows, in their order', async () => {
    const blocks = readGuide(await readFile(join(ROOT, 'docs/deploy.md'), 'utf8'));
    const landmarks = [
      'apt-get install',
      'git clone',
      'createdb',
      'nginx -t',
      'postfix check',
      'enable --now bocau@all',
      'user add',
    ];
    const places = landmarks.map((landmark) => blocks.findIndex(({ text }) => text.includes(landmark)));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  test('puts every file that is shipped into its place', async () => {
    const commands = readGuide(await readFile(join(ROOT, 'docs/deploy.md'), 'utf8'))
      .map(({ text }) => text)
      .join('');
    const files = [
      'bocau.env',
      'bocau-admin',
      'bocau-certificates',
      'nginx/bocau.conf',
      'rspamd/milter_headers.conf',
    ];
    expect(commands).not.toMatch(/export PASSWORD|--password "/);
    for (const file of files) expect(commands).toContain(`/opt/bocau/deploy/${file}`);
    for (const file of await readdir(join(DEPLOY, 'postfix'))) expect(commands).toContain(file);
  });
});
