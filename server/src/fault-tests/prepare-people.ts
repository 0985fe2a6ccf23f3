import { readConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { type AppContext, createContext } from '../context.ts';
import { createDomain, createMailbox } from '../features/people/create-people.ts';
import { silentLogger } from '../platform/logger.ts';

export const DOMAIN = 'saomai.example';

/** The parts of the program in this process, on the data of a folder: to prepare it, and to look at it afterwards. */
export function openParts(dataDir: string, env: Record<string, string> = {}): Promise<AppContext> {
  const config = readConfig(readEnv({ DATA_DIR: dataDir, ROLES: 'jobs', DATABASE_POOL: '4', ...env }));
  return createContext(config, { log: silentLogger });
}

/** A domain with mailboxes p0@… and so on, which nobody can sign in to; answers the mailboxes' ids by address. */
export async function preparePeople(context: AppContext, count: number): Promise<Map<string, number>> {
  await createDomain(context, DOMAIN, true);
  const ids = new Map<string, number>();
  for (let number = 0; number < count; number += 1) {
    const email = `p${number}@${DOMAIN}`;
    const mailbox = {
      email,
      name: `Người thứ ${number}`,
      passwordHash: null,
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
