import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Config } from './config/config.ts';
import { DEPLOY, ROOT, readShippedSettings, shipped, startedWith } from './test-kit/shipped-files.ts';

const UNITS = ['bocau@.service', 'bocau-backup.service', 'bocau-backup.timer'];

let env: Record<string, string>;
let config: Config;

beforeAll(async () => {
  ({ env, config } = await readShippedSettings());
});

async function unit(name: string): Promise<string[]> {
  return (await shipped(`systemd/${name}`)).split('\n').filter((line) => /^[A-Z]\w*=/.test(line));
}

const valuesOf = (lines: string[], name: string) =>
  lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));

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
