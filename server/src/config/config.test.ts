import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { readEnv } from './env.ts';
import { EnvError } from './env-faults.ts';
import { listeningPorts } from './listening-ports.ts';

function config(env: Record<string, string>) {
  return readConfig(readEnv(env));
}

describe('the configuration', () => {
  test('needs nothing', () => {
    const { http, mail, roles, seed, databaseUrl } = config({});
    expect(http).toMatchObject({ host: '127.0.0.1', port: 8080, publicUrl: 'http://127.0.0.1:8080' });
    expect(mail).toMatchObject({ smtpPort: 2525, lmtpPort: 2424, tls: null });
    const open = readConfig(readEnv({ SMTP_LISTEN_HOST: '0.0.0.0', HOST: '0.0.0.0' }));
    expect([open.mail.lmtpHost, open.operations.host]).toEqual(['127.0.0.1', '127.0.0.1']);
    expect([...roles]).toEqual(['http', 'mail', 'jobs', 'imap']);
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
    [{ PORT: 'http' }, 'PORT="http": expected a port, 0 to 65535 (0 is any free one)'],
    ...['CALENDAR_INTERNAL_HOSTS', 'SSO_INTERNAL_HOSTS', 'PUSH_INTERNAL_HOSTS'].flatMap((name) =>
      ['foo.internal:70000', 'foo.internal:0', 'foo.internal'].map(
        (given): [Record<string, string>, string] => [
          { [name]: given },
          `${name}="${given}": expected names with ports such as keycloak.internal:8443, separated by commas`,
        ],
      ),
    ),
    [{ PORT: '70000' }, 'PORT="70000": expected a port, 0 to 65535 (0 is any free one)'],
    [{ PORT: '0x10' }, 'PORT="0x10": expected a port, 0 to 65535 (0 is any free one)'],
    [
      { ROLES: 'http,post' },
      'ROLES="http,post": expected any of http, mail, jobs, imap, separated by commas',
    ],
    [{ BLOB_STORE: 'ftp://x' }, 'BLOB_STORE="ftp://x": expected file:DIR or s3://bucket?endpoint=…&region=…'],
    [{ CLAMD: 'scanner' }, 'CLAMD="scanner": expected host:port or the path of a socket'],
    [{ OFFICE_URL: 'office' }, 'OFFICE_URL="office": expected a URL such as https://office.example.com'],
    [
      { PROVIDER_URL: 'javascript:alert(1)' },
      'PROVIDER_URL="javascript:alert(1)": expected a URL such as https://mail.example.com',
    ],
    [{ HELP_URL: 'help' }, 'HELP_URL="help": expected a URL such as https://mail.example.com'],
    ...[
      ...['https://meet.example.com/', 'https://meet.example.com/{id}/{id}', 'https://{id}.example.com/'],
      'javascript:alert({id})',
    ].map((url): [Record<string, string>, string] => [
      { MEETING_URL: url },
      `MEETING_URL="${url}": expected a URL with one {id} in it, such as https://meet.example.com/{id}`,
    ]),
    [
      { FEEDBACK_ADDRESS: 'http://x.example/feedback' },
      'FEEDBACK_ADDRESS="http://x.example/feedback": expected an email address, or a URL such as https://example.com/feedback',
    ],
    [
      { FEEDBACK_ADDRESS: 'nobody' },
      'FEEDBACK_ADDRESS="nobody": expected an email address, or a URL such as https://example.com/feedback',
    ],
    [{ SEED: 'some' }, 'SEED="some": expected one of demo, none'],
    [{ MAIL_MAX_MB: '201' }, 'MAIL_MAX_MB="201": expected a whole number, 1 to 200'],
    [
      { MAIL_TLS_CERT: '/cert.pem' },
      'MAIL_TLS_CERT="/cert.pem": expected MAIL_TLS_KEY too; set both or neither',
    ],
    [
      { SUBMISSION_TLS_PORT: '2465' },
      'SUBMISSION_TLS_PORT="2465": expected MAIL_TLS_CERT too, which it needs',
    ],
    [{ MAIL_NAME: 'mx.example.com' }, 'MAIL_NAME="mx.example.com": this variable is now named MAIL_HOSTNAME'],
    [
      { TRUSTED_AUTHSERV: 'mx.example.com,,' },
      'TRUSTED_AUTHSERV="mx.example.com,,": expected names such as mx.example.com, separated by commas',
    ],
    [
      { LMTP_AUTHSERV_ID: 'mx.example.com' },
      'LMTP_AUTHSERV_ID="mx.example.com": this variable is now named TRUSTED_AUTHSERV',
    ],
    [
      { DATABSE_URL: 'postgres://me:hush@db/x' },
      'DATABSE_URL: there is no such variable; did you mean DATABASE_URL?',
    ],
    [{ database_url: 'x' }, 'database_url: there is no such variable; did you mean DATABASE_URL?'],
    [{ DATA_DRI: '/x' }, 'DATA_DRI: there is no such variable; did you mean DATA_DIR?'],
    [{ ROLE: 'http' }, 'ROLE: there is no such variable; did you mean ROLES?'],
    [{ TRUSTED_PROXY: '1' }, 'TRUSTED_PROXY: there is no such variable; did you mean TRUSTED_PROXIES?'],
    [{ MAIL_HOST: '::' }, 'MAIL_HOST="::": this variable is now named SMTP_LISTEN_HOST'],
    [
      { SUBMISSION_OPEN_PASSWORD: 'never' },
      'SUBMISSION_OPEN_PASSWORD="never": this variable is now named SUBMISSION_PLAINTEXT_AUTH',
    ],
  ])('refuses %o in one line', (env, line) => {
    expect(() => config(env as Record<string, string>)).toThrow(new EnvError([line]));
  });

  test('leaves what other programs and the system set alone', () => {
    const others = {
      ...{ HOME: '/root', HOSTNAME: 'a', LOGNAME: 'b', MAIL: '/var/mail/b', SHELL: '/bin/sh', OLDPWD: '/' },
      ...{
        HTTP_PORT: '80',
        SMTP_HOST: 'c',
        DATABASE_PORT: 'tcp://10.0.0.1',
        DATABASE_PASSWORD: 'd',
        BOCAU: '/',
      },
      ...{
        POSTGRES_URL: 'e',
        STATE_DIRECTORY: '/',
        HOST_NAME: 'f',
        DOMAIN: 'g',
        PORTS: '1',
        http_proxy: 'h',
      },
    };
    expect(config(others)).toEqual(config({}));
    expect(config({ ROLE: 'primary', ROLES: 'http' })).toEqual(config({ ROLES: 'http' }));
  });

  test.each([
    [{ DATABASE_URL: 'mysql://root:hush@db/x?password=hush' }, 'DATABASE_URL="mysql://***@db/x?…": '],
    [{ DATABASE_URL: 'root:hush@db' }, 'DATABASE_URL (value not shown): '],
    [{ SMTP_RELAY: 'http://me:hush@relay' }, 'SMTP_RELAY="http://***@relay/": '],
    [{ RSPAMD_PASSWORD: 'hush' }, 'RSPAMD_PASSWORD (value not shown): '],
    [{ S3_SECRET_ACCESS_KEY: 'hush' }, 'S3_SECRET_ACCESS_KEY (value not shown): '],
  ])('shows no secret of %o', (env, start) => {
    const { message } = faultOf(env as Record<string, string>);
    expect(message).toContain(`Configuration: ${start}expected`);
    expect(message).not.toContain('hush');
  });

  test('tells mail programs what is served to them, and nothing without a certificate', () => {
    const given = {
      ...{ MAIL_HOSTNAME: 'mail.example.com', ROLES: 'http,imap', SUBMISSION_PORT: '587' },
      ...{ IMAP_PORT: '143', POP3_PORT: '110' },
    };
    const tls = { MAIL_TLS_CERT: '/c', MAIL_TLS_KEY: '/k' };
    const all = { ...given, ...tls, SUBMISSION_TLS_PORT: '465', IMAP_TLS_PORT: '993', POP3_TLS_PORT: '995' };
    const told = (env: Record<string, string>) =>
      config(env).mail.services.map(({ protocol, host, port, encryption }) =>
        [protocol, host, port, encryption].join(' '),
      );
    expect(told(given)).toEqual([]);
    expect(told({ ...given, ...tls })).toEqual(['smtp mail.example.com 587 starttls']);
    expect(told(all)).toEqual([
      'smtp mail.example.com 587 starttls',
      'smtp mail.example.com 465 tls',
      'imap mail.example.com 993 tls',
      'imap mail.example.com 143 starttls',
      'pop3 mail.example.com 995 tls',
      'pop3 mail.example.com 110 starttls',
    ]);
    expect(told({ ...all, ROLES: 'http,mail' }).join()).not.toMatch(/imap|pop3/);
    expect(told({ ...all, POP3_TLS_PORT: '' }).join()).not.toContain('pop3');
    expect(told({ ...all, MAIL_SERVICES: 'imaps://front.example.com:993' })).toEqual([
      'imap front.example.com 993 tls',
    ]);
  });

  test('names every fault at once', () => {
    const wrong = { PORT: 'http', SMTP_PORT: '-1', MAIL_NAME: 'mx', DKIM_SELECTOR: 'a', LOG_LEVEL: 'loud' };
    const names = faultOf(wrong)
      .message.split('\n')
      .map((line) => /^Configuration: (\w+)=/.exec(line)?.[1]);
    expect(names).toEqual(['PORT', 'SMTP_PORT', 'LOG_LEVEL', 'MAIL_NAME', 'DKIM_SELECTOR']);
  });
});

test('submission listens where it is told to, while SMTP stays behind a mail server of our own', () => {
  const hosts = (env: Record<string, string>) =>
    Object.fromEntries(listeningPorts(config(env)).map(({ purpose, host }) => [purpose, host]));
  expect(hosts({ SUBMISSION_LISTEN_HOST: '0.0.0.0' })).toMatchObject({
    SMTP: '127.0.0.1',
    LMTP: '127.0.0.1',
    submission: '0.0.0.0',
  });
  expect(hosts({ SMTP_LISTEN_HOST: '0.0.0.0' })).toMatchObject({ submission: '0.0.0.0', LMTP: '127.0.0.1' });
});

function faultOf(env: Record<string, string>): Error {
  try {
    config(env);
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was wrong');
}
