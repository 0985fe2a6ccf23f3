import { readConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { type AppContext, createContext } from '../context.ts';
import { createDomain, createMailbox } from '../features/people/create-people.ts';
import { hashPassword } from '../features/session/passwords.ts';
import { silentLogger } from '../platform/logger.ts';

export const DOMAIN = 'saomai.example';

/** The program's parts in this process, on a data folder: to prepare it, and to examine it afterwards. */
export function openParts(dataDir: string, env: Record<string, string> = {}): Promise<AppContext> {
  const config = readConfig(readEnv({ DATA_DIR: dataDir, ROLES: 'jobs', DATABASE_POOL: '4', ...env }));
  return createContext(config, { log: silentLogger });
}

/** A domain with mailboxes p0@… and so on; answers their ids by address. Without a password no one can sign in to them. */
export async function preparePeople(
  context: AppContext,
  count: number,
  { password = null }: { password?: string | null } = {},
): Promise<Map<string, number>> {
  const passwordHash = password === null ? null : await hashPassword(password);
  await createDomain(context, DOMAIN, true);
  const ids = new Map<string, number>();
  for (let number = 0; number < count; number += 1) {
    const email = `p${number}@${DOMAIN}`;
    const mailbox = {
      email,
      name: `Người thứ ${number}`,
      passwordHash,
      kind: 'member' as const,
      quotaMb: 10_000,
      enableSmtp: true,
      enableDrive: false,
      aliases: [],
    };
    ids.set(email, await createMailbox(context, mailbox));
  }
  return ids;
}
