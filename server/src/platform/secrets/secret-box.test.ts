import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOrMakeKeys } from './key-file.ts';
import { createSecretBox } from './secret-box.ts';

const secret = Buffer.from('12345678901234567890');
const context = { mailboxId: 7, purpose: 'totp' };

test('a secret opens in its own place only', () => {
  const box = createSecretBox([randomBytes(32)]);
  const sealed = box.seal(secret, context);
  expect(sealed.includes(secret)).toBe(false);
  expect(box.seal(secret, context).equals(sealed)).toBe(false);
  expect(box.open(sealed, context).equals(secret)).toBe(true);
  expect(() => box.open(sealed, { ...context, mailboxId: 8 })).toThrow();
  expect(() => box.open(sealed, { ...context, purpose: 'sms' })).toThrow();
  for (const place of [0, 6, 20, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[place] = (changed[place] as number) ^ 1;
    expect(() => box.open(changed, context)).toThrow();
  }
});

test('a key that is replaced still opens what it sealed, for as long as it is given', () => {
  const [before, after] = [randomBytes(32), randomBytes(32)];
  const sealed = createSecretBox([before]).seal(secret, context);
  const both = createSecretBox([after, before]);
  expect(both.isCurrent(sealed)).toBe(false);
  expect(both.open(sealed, context).equals(secret)).toBe(true);
  expect(both.isCurrent(both.seal(secret, context))).toBe(true);
  expect(() => createSecretBox([after]).open(sealed, context)).toThrow('SECRETS_KEY');
});

test('the key of the embedded database is made once, for its owner alone', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'bocau-key-'));
  try {
    const made = await Promise.all([readOrMakeKeys(dir), readOrMakeKeys(dir)]);
    expect(made[0]).toEqual(made[1]);
    expect(await readOrMakeKeys(dir)).toEqual(made[0]);
    const file = join(dir, 'secrets.key');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toMatch(/^[\w+/]{43}=\n$/);
  } finally {
    await rm(dir, { recursive: true });
  }
});
