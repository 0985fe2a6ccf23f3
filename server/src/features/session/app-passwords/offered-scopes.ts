import { APP_SCOPES, type AppScope } from '@bocau/contract/app-passwords.ts';
import type { MailService } from '@bocau/contract/server-info.ts';

/**
 * What app passwords open in this installation: sending, contacts, and each protocol of reading that this process serves, or
 * that mail programs are told to use because another process does.
 */
export function offeredScopes({
  roles,
  mail: { services },
}: {
  roles: ReadonlySet<string>;
  mail: { services: readonly MailService[] };
}): AppScope[] {
  const own = roles.has('imap') ? ['imap', 'pop3'] : [];
  const served = new Set<string>(['smtp', 'dav', ...services.map(({ protocol }) => protocol), ...own]);
  return APP_SCOPES.filter((scope) => served.has(scope));
}
