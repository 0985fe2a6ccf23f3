import type { Access, Endpoint, Limit, Needs } from '@bocau/contract/endpoint.ts';

/** What an endpoint asks of a signed-in caller; null where anybody may call. */
export function needsOf(access: Access): Needs | null {
  if (access === 'public') return null;
  if (access === 'session') return {};
  if (access === 'verified') return { verified: true };
  return access === 'cookie-get' ? { cookie: true } : access;
}

/** For the documentation. */
export function accessWords({ access, on }: Pick<Endpoint, 'access' | 'on'>): string {
  const needs = needsOf(access);
  if (needs === null) return 'anyone';
  return [
    whoMay(needs),
    ...(needs.verified ? ['the domain must be verified'] : []),
    ...(needs.assurance ? ['the session must be proven in two steps'] : []),
    ...(needs.before?.includes('set_up_two_step') ? ['before two-step sign-in is set up, too'] : []),
    ...(needs.before?.includes('choose_password') ? ['before another password is chosen, too'] : []),
    ...(typeof on === 'object' ? [`in another mailbox with the right ${on.mailbox}`] : []),
    ...(needs.cookie ? ['the cookie alone is enough'] : []),
  ].join('; ');
}

function whoMay({ admin, provider, role }: Needs): string {
  if (admin !== undefined) {
    const who = provider ? 'a provider' : 'a provider, or the owner of a domain for what is of that domain';
    const scope = admin === 'any' ? 'any scope' : `the scope ${admin}`;
    return `${who}, signed in; or a program by a token with ${scope}`;
  }
  return role === 'owner' ? 'the owner of a domain, signed in' : 'a signed-in user';
}

/** For the documentation. */
export function limitWords({ name, count, perSeconds, by, refusedOnly }: Limit): string {
  const who = { address: 'one network address', account: 'one account', session: 'one session' }[by];
  return `${count}${refusedOnly ? ' refused ones' : ''} in ${perSeconds} seconds from ${who} (${name})`;
}
