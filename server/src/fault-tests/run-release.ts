import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SYSTEM_PATH } from '../platform/db/postgres-identity.ts';
import { connectMail } from '../test-kit/smtp-client.ts';

const run = promisify(execFile);

/** With the release's own commands, so that it creates its own tables. */
export async function addPeople(
  folder: string,
  env: Record<string, string>,
  emails: string[],
  password: string,
  options: string[] = [],
): Promise<void> {
  const admin = (...args: string[]) =>
    run(process.execPath, [join(folder, 'server/src/admin/main.ts'), ...args], {
      env: { ...programEnv, ...env },
    });
  await admin('domain', 'add', emails[0]?.split('@')[1] ?? '');
  await Promise.all(emails.map((email) => admin('user', 'add', email, '--password', password, ...options)));
}

const programEnv = { PATH: SYSTEM_PATH };

export type Release = { child: ChildProcess; baseUrl: string; lmtpPort: number; errors(): string[] };

/** The release prints its ports at the terminal when it is ready. */
export async function startRelease(folder: string, env: Record<string, string>): Promise<Release> {
  const ports = { PORT: '0', OPERATIONS_PORT: '0', SMTP_PORT: '0', LMTP_PORT: '0', SUBMISSION_PORT: '0' };
  const child = spawn(process.execPath, [join(folder, 'server/src/main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // No role that a release before does not have.
    env: { ...programEnv, ROLES: 'http,mail,jobs', SEED: 'none', SOFFICE: 'none', ...ports, ...env },
  });
  let said = '';
  const welcomed = new Promise<{ baseUrl: string; lmtpPort: number }>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const [, baseUrl] = /(http:\/\/127\.0\.0\.1:\d+)/.exec(said) ?? [];
      const [, lmtpPort] = /LMTP 127\.0\.0\.1:(\d+)/.exec(said) ?? [];
      if (baseUrl && lmtpPort) resolve({ baseUrl, lmtpPort: Number(lmtpPort) });
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', () => reject(new Error(`the last release did not start: ${said}`)));
  });
  return {
    child,
    ...(await welcomed),
    errors: () => said.split('\n').filter((line) => line.startsWith('{') && JSON.parse(line).level >= 50),
  };
}

export type ReleaseCall = <Data>(method: string, path: string, body?: object) => Promise<Data>;

/** Without the current contract's client: this is how that release's own web client calls. */
export async function callRelease(
  baseUrl: string,
  account: { email: string; password: string },
): Promise<ReleaseCall> {
  let token = '';
  const call: ReleaseCall = async (method, path, body) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { 'x-auth-token': token, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = (await response.json()) as { data: never };
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer.data;
  };
  ({ token } = await call<{ token: string }>('POST', '/api/v2/auth/login', account));
  return call;
}

/** What the port answers to a message of a stranger. */
export async function deliverTo(port: number, to: string, subject: string): Promise<number[]> {
  const client = await connectMail({ host: '127.0.0.1', port, protocol: 'lmtp' });
  const from = 'khach@minhphat.example';
  const encoded = `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`;
  const id = createHash('sha256').update(subject).digest('hex').slice(0, 16);
  const raw = `From: <${from}>\r\nTo: <${to}>\r\nSubject: ${encoded}\r\nMessage-ID: <${id}@minhphat.example>\r\n\r\nXin chào\r\n`;
  const { recipients, message } = await client.send({ from, to: [to], raw });
  client.end();
  return (message.length > 0 ? message : recipients).map(({ code }) => code);
}
