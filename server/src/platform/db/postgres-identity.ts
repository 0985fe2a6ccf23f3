import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** System accounts to run PostgreSQL as, in order of preference. */
const BORROWED_ACCOUNTS = ['postgres', 'nobody', 'daemon'];

/** PostgreSQL refuses to run as root: the identity it runs as, and the command prefix that switches to it. */
export type PostgresIdentity = {
  /** The owner that the cluster's files must have; undefined when their current owner is right. */
  fileOwner: number | undefined;
  prefix: string[];
};

export type IdentityFacts = {
  uid: number;
  /** Owner of the cluster's folder; undefined when it does not exist yet. */
  clusterOwner: number | undefined;
  accounts: { name: string; uid: number }[];
  userNamespaces: boolean;
};

export async function findPostgresIdentity(clusterOwner: number | undefined): Promise<PostgresIdentity> {
  const accounts = await readAccounts();
  const uid = process.geteuid?.() ?? 0;
  return choosePostgresIdentity({
    uid,
    clusterOwner,
    accounts,
    userNamespaces: await mayMakeUserNamespaces(),
  });
}

export function choosePostgresIdentity(facts: IdentityFacts): PostgresIdentity {
  const unprivileged = facts.accounts.filter((account) => account.uid !== 0);
  // initdb requires an account listed in /etc/passwd.
  const borrowed =
    BORROWED_ACCOUNTS.flatMap((name) => unprivileged.filter((account) => account.name === name))[0]?.uid ??
    unprivileged[0]?.uid ??
    65534;
  const inNamespace = ['unshare', '--user', `--map-user=${borrowed}`, `--map-group=${borrowed}`];

  if (facts.uid !== 0) {
    const known = facts.accounts.some((account) => account.uid === facts.uid);
    return { fileOwner: undefined, prefix: known || !facts.userNamespaces ? [] : inNamespace };
  }
  const foreignCluster = facts.clusterOwner !== undefined && facts.clusterOwner !== 0;
  if (!foreignCluster && facts.userNamespaces) return { fileOwner: undefined, prefix: inNamespace };

  const owner = foreignCluster ? (facts.clusterOwner ?? borrowed) : borrowed;
  // The one capability kept lets it pass folders that only root may enter.
  const capabilities = '-all,+dac_override';
  return {
    fileOwner: owner,
    prefix: [
      ...['setpriv', `--reuid=${owner}`, `--regid=${owner}`, '--clear-groups'],
      ...[`--inh-caps=${capabilities}`, `--ambient-caps=${capabilities}`],
    ],
  };
}

async function readAccounts(): Promise<{ name: string; uid: number }[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const [name = '', , uid = ''] = line.split(':');
    return { name, uid: Number(uid) };
  });
}

async function mayMakeUserNamespaces(): Promise<boolean> {
  try {
    await run('unshare', ['--user', '--map-user=1', '--map-group=1', 'true'], { env: { PATH: SYSTEM_PATH } });
    return true;
  } catch {
    // Refused by the kernel or the container, or unshare is missing: use the fallback in all these cases.
    return false;
  }
}

export const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin';
