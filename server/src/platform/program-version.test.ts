import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { programVersion } from './program-version.ts';

const COMMIT = '5e6daa5400aa11bb22cc33dd44ee55ff66778899';

test('the version is that of the file VERSION, or else of the package with the commit, or else unknown', () => {
  const root = mkdtempSync(join(tmpdir(), 'bocau-version-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (file: string, text: string) => writeFileSync(join(root, file), text);
  expect(programVersion(root)).toBe('unknown');
  mkdirSync(join(root, '.git', 'refs', 'heads'), { recursive: true });
  write('.git/HEAD', `${COMMIT}\n`);
  expect(programVersion(root)).toBe('5e6daa5400aa');
  write('.git/HEAD', 'ref: refs/heads/main\n');
  write('.git/packed-refs', `# pack-refs\n${COMMIT} refs/heads/main\n`);
  expect(programVersion(root)).toBe('5e6daa5400aa');
  write('.git/refs/heads/main', 'abcdef0123456789\n');
  expect(programVersion(root)).toBe('abcdef012345');
  write('package.json', '{ "version": "1.2.3" }');
  expect(programVersion(root)).toBe('1.2.3 (abcdef012345)');
  write('.git/HEAD', '');
  expect(programVersion(root)).toBe('1.2.3');
  write('VERSION', '2026.11\n');
  expect(programVersion(root)).toBe('2026.11');
});
