import { expect, it } from 'vitest';
import { choosePostgresIdentity, type IdentityFacts } from './postgres-identity.ts';

const facts: IdentityFacts = {
  uid: 0,
  clusterOwner: undefined,
  accounts: [
    { name: 'root', uid: 0 },
    { name: 'daemon', uid: 1 },
    { name: 'nobody', uid: 65534 },
  ],
  userNamespaces: true,
};

function choose(changes: Partial<IdentityFacts>) {
  const { fileOwner, prefix } = choosePostgresIdentity({ ...facts, ...changes });
  return {
    fileOwner,
    by: prefix[0] ?? 'itself',
    as: prefix.find((word) => /--(map-user|reuid)=/.test(word)),
  };
}

it('runs as it is for an ordinary user', () => {
  expect(choose({ uid: 1 })).toEqual({ fileOwner: undefined, by: 'itself', as: undefined });
});

it('borrows an account in a user namespace for a user that /etc/passwd does not know', () => {
  const borrowed = { fileOwner: undefined, by: 'unshare', as: '--map-user=65534' };
  expect(choose({ uid: 7000 })).toEqual(borrowed);
  expect(choose({ uid: 7000, userNamespaces: false }).by).toBe('itself');
});

it('hides root in a user namespace, where the files stay those of root', () => {
  const hidden = { fileOwner: undefined, by: 'unshare', as: '--map-user=65534' };
  expect(choose({})).toEqual(hidden);
  expect(choose({ clusterOwner: 0 })).toEqual(hidden);
});

it('becomes an unprivileged account and gives it the files where user namespaces are refused', () => {
  const unprivileged = { fileOwner: 65534, by: 'setpriv', as: '--reuid=65534' };
  expect(choose({ userNamespaces: false })).toEqual(unprivileged);
  expect(choose({ userNamespaces: false, clusterOwner: 0 })).toEqual(unprivileged);
});

it('becomes the owner of a cluster that an ordinary user made', () => {
  expect(choose({ clusterOwner: 1000 })).toEqual({ fileOwner: 1000, by: 'setpriv', as: '--reuid=1000' });
});

it('prefers the account made for PostgreSQL', () => {
  const accounts = [...facts.accounts, { name: 'postgres', uid: 101 }];
  expect(choose({ accounts }).as).toBe('--map-user=101');
});
