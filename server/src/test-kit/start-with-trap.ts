import { type SmtpTrap, startSmtpTrap } from './smtp-trap.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './start-server.ts';

export type TrappedServer = { server: TestServer; trap: SmtpTrap; close(): Promise<void> };

/** A server that receives mail, and whose outgoing mail ends in a trap. */
export async function startWithTrap({
  env = {},
  ...options
}: Pick<TestServerOptions, 'env' | 'resolver'> = {}): Promise<TrappedServer> {
  const trap = await startSmtpTrap();
  const server = await startTestServer({
    ...options,
    env: { ROLES: 'http,mail', SMTP_RELAY: `smtp://127.0.0.1:${trap.port}`, ...env },
  });
  return {
    server,
    trap,
    async close() {
      await server.close();
      await trap.close();
    },
  };
}
