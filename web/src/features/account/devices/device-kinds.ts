import type { AppScope } from '@bocau/contract/app-passwords.ts';
import type { MailService } from '@bocau/contract/server-info.ts';
import type { WordKey } from '../../../i18n/say.ts';

/** What people set up, in the order in which they are offered. */
export const DEVICE_KINDS = ['apple', 'android', 'outlook', 'thunderbird', 'other'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

/** What is done on each, behind the first step of Apple's, which shows a code. */
export const STEPS: Record<DeviceKind, readonly WordKey[]> = {
  apple: ['devices.steps.apple.allow', 'devices.steps.apple.install', 'devices.steps.apple.enter'],
  android: ['devices.steps.android.open', 'devices.steps.android.address', 'devices.steps.android.enter'],
  outlook: ['devices.steps.outlook.open', 'devices.steps.outlook.address', 'devices.steps.outlook.enter'],
  thunderbird: [
    'devices.steps.thunderbird.open',
    'devices.steps.thunderbird.address',
    'devices.steps.thunderbird.finish',
  ],
  other: ['devices.steps.other.open', 'devices.steps.other.address'],
};

export const PROFILE = '/mail/apple.mobileconfig';

/** What a program has to do here: it reads by IMAP where that is served, since POP3 takes mail away. */
export function scopesOf(services: readonly MailService[]): AppScope[] {
  const served = new Set(services.map(({ protocol }) => protocol));
  const reading = (['imap', 'pop3'] as const).find((protocol) => served.has(protocol));
  return [...(served.has('smtp') ? (['smtp'] as const) : []), ...(reading ? [reading] : [])];
}

/** The servers for it, each protocol in the way that programs find most easily. */
export function serversOf(services: readonly MailService[], scopes: readonly AppScope[]): MailService[] {
  return scopes.flatMap((scope) => {
    const ways = services.filter(({ protocol }) => protocol === scope);
    return ways.find(({ encryption }) => encryption === 'tls') ?? ways.slice(0, 1);
  });
}
