import type { Device, SignInProtocol } from '@bocau/contract/security.ts';
import type { Say } from '../../i18n/say.ts';

/** The name of a device for its user. */
export function deviceWords(
  t: Say,
  { browser, system, kind }: Device,
  protocol: SignInProtocol | null,
): string {
  if (protocol === 'smtp') return t('security.device.smtp');
  if (kind === 'program' && browser) return t('security.device.program', { name: browser });
  if (browser && system) return t('security.device.on', { browser, system });
  return browser ?? system ?? t('security.device.unknown');
}
