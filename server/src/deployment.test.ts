import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS } from '@bocau/contract/limits.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkConfiguration } from './admin/doctor/check-configuration.ts';
import type { Config } from './config/config.ts';
import { readGuide } from './fault-tests/deploy/read-guide.ts';
import { HEARTBEAT_MS } from './features/notifications/socket-hub.ts';
import { DEPLOY, ROOT, readShippedSettings, shipped } from './test-kit/shipped-files.ts';

const MB = 1024 * 1024;

let env: Record<string, string>;
let config: Config;

beforeAll(async () => {
  ({ env, config } = await readShippedSettings());
});

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
    expect(Object.values(env).filter((value) => /[\s\x27\x22\\$&;#\x60]/.test(value))).toEqual([]);
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
    expect(locations.get('~ ^/wopi/')).toContain(files?.trim());
  });

  test('CL-282 logs no address that is a secret, also where it is opened by http', () => {
    for (const path of ['/cal/', '~ ^/wopi/']) expect(locations.get(path)).toContain('access_log off;');
    expect(site.indexOf('location ~ ^/wopi/')).toBeLessThan(site.indexOf('location ~ ^/(storage|wopi)/'));
    const byHttp = site.split(/^server \{$/m).filter((each) => each.includes('listen 80;'));
    expect(byHttp).toHaveLength(2);
    for (const each of byHttp) expect(each).toMatch(/access_log off;\n +return 30[12] https/);
  });

  test('passes on the socket, for longer than it is silent', () => {
    expect(locations.get('= /ws')).toMatch(/Upgrade \$http_upgrade;[\s\S]*Connection \$bocau_connection;/);
    const minutes = Number(/proxy_read_timeout (\d+)m/.exec(site)?.[1]);
    expect(minutes * 60_000).toBeGreaterThan(HEARTBEAT_MS * 2);
  });

  test('sends mail programs of any domain that is added on to the name of the certificate, and shows them no other', () => {
    expect(site).toMatch(
      /server_name autoconfig\.\* autodiscover\.\*;\n {2}access_log off;\n {2}return 302 https:\/\/mail\.example\.com\$request_uri;/,
    );
    expect(site).toMatch(/443 ssl http2 default_server;\n {2}ssl_reject_handshake on;/);
  });

  test('is the one proxy that is believed, at the port that the program listens on', () => {
    expect(site).toContain(`server ${config.http.host}:${config.http.port};`);
    expect(config.http.trustedProxies).toBe(1);
    expect(site).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
  });
});

describe('the guide', () => {
  test('gives nginx connections for two of each open window, and files for all of them', async () => {
    const blocks = readGuide(await readFile(join(ROOT, 'docs/deploy.md'), 'utf8'));
    const lines = blocks.flatMap(({ text }) => text.split('\n')).filter((line) => /worker_/.test(line));
    const folder = await mkdtemp(join(tmpdir(), 'bocau-nginx-'));
    // As Debian's nginx comes.
    await writeFile(
      join(folder, 'nginx.conf'),
      'events {\n\tworker_connections 768;\n\t# multi_accept on;\n}\n',
    );
    await mkdir(join(folder, 'modules-enabled'));
    const script = lines.join('\n').replaceAll('/etc/nginx', folder);
    for (let run = 0; run < 2; run += 1)
      expect(spawnSync('sh', ['-ec', script], { encoding: 'utf8' }).stderr).toBe('');
    const own = await readFile(join(folder, 'nginx.conf'), 'utf8');
    const [module = ''] = await readdir(join(folder, 'modules-enabled'));
    const files = await readFile(join(folder, 'modules-enabled', module), 'utf8');
    await rm(folder, { recursive: true });
    const connections = Number(/^events \{\n\tworker_connections (\d+);\n\t# multi/.exec(own)?.[1]);
    expect(connections).toBeGreaterThanOrEqual(16_384);
    expect(Number(/^worker_rlimit_nofile (\d+);\n$/.exec(files)?.[1])).toBeGreaterThan(connections);
  });

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
