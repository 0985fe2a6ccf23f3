import type { Device, SignInProtocol } from '@bocau/contract/security.ts';
import Bowser from 'bowser';

const KINDS: Record<string, Device['kind']> = { mobile: 'phone', tablet: 'tablet' };

/** The device according to its User-Agent: a hint for the reader, not trustworthy. */
export function deviceOf(userAgent: string, protocol: SignInProtocol | null): Device {
  if (protocol !== 'web' && protocol !== null) {
    const [name = ''] = userAgent.split('/');
    return { browser: name || null, system: null, kind: 'program' };
  }
  if (userAgent === '') return { browser: null, system: null, kind: 'desktop' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const version = browser.version?.split('.')[0];
  return {
    browser: browser.name ? [browser.name, version].filter(Boolean).join(' ') : null,
    system: os.name ?? null,
    kind: KINDS[platform.type ?? ''] ?? 'desktop',
  };
}
