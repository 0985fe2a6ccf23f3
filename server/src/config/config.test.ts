import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { readEnv } from './env.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

function config(env: Record<string, string>) {
  return readConfig(readEnv(env));
}

describe('the configuration', () => {
  test('needs nothing', () => {
    const { http, mail, roles, seed, databaseUrl } = config({});
    expect(http).toMatchObject({ host: '127.0.0.1', port: 8080, publicUrl: 'http://127.0.0.1:8080' });
    expect(mail).toMatchObject({ smtpPort: 2525, lmtpPort: 2424, tls: null });
    expect([...roles]).toEqual(['http', 'mail', 'jobs']);
    expect([seed, databaseUrl]).toEqual(['demo', null]);
  });

  test('takes an empty variable as not given', () => {
    expect(config({ PORT: '', DATABASE_URL: '' })).toMatchObject({ http: { port: 8080 }, databaseUrl: null });
  });

  test('never fills a given database with the demo world by itself', () => {
    expect(config({ DATABASE_URL: 'postgres://db/mail' }).seed).toBe('none');
    expect(config({ DATABASE_URL: 'postgres://db/mail', SEED: 'demo' }).seed).toBe('demo');
  });

  test.each([
    [{ PORT: 'http' }, /^PORT: /],
    [{ PORT: '70000' }, /^PORT: /],
    [{ DATABASE_URL: 'mysql://db' }, /^DATABASE_URL: /],
    [{ BLOB_STORE: 'ftp://x' }, /^BLOB_STORE: /],
    [{ ROLES: 'http,post' }, /^ROLES: 'post' is none of http, mail, jobs$/],
    [{ S3_ACCESS_KEY_ID: 'a' }, /^S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: both or neither$/],
    [{ MAIL_TLS_CERT: '/cert.pem' }, /^MAIL_TLS_CERT, MAIL_TLS_KEY: both or neither$/],
    [{ SUBMISSION_TLS_PORT: '2465' }, /^SUBMISSION_TLS_PORT: MAIL_TLS_CERT is missing$/],
    [{ SEED: 'some' }, /^SEED: /],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: /],
  ])('refuses %o', (env, message) => {
    expect(() => config(env as Record<string, string>)).toThrow(message);
  });

  test('that is wrong ends the program with one line and exit code 1', async () => {
    const run = promisify(execFile)(process.execPath, [MAIN], { env: { ROLES: 'http,post' } });
    await expect(run).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: "Configuration: ROLES: 'post' is none of http, mail, jobs\n",
    });
  });
});
