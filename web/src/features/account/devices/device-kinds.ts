import type { AppScope } from '@bocau/contract/app-passwords.ts';
import type { MailService } from '@bocau/contract/server-info.ts';
import type { WordKey } from '../../../i18n/say.ts';
import type { Frame, Scene } from './step-picture.tsx';

/** What people set up, in the order in which they are offered. */
export const DEVICE_KINDS = ['apple', 'android', 'outlook', 'thunderbird', 'other'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

type Step = { words: WordKey; scene: Scene };

/** What is done on each, behind the first step of Apple's, which shows a code. */
export const STEPS: Record<DeviceKind, { frame: Frame; steps: readonly Step[] }> = {
  apple: {
    frame: 'phone',
    steps: [
      { words: 'devices.steps.apple.download', scene: 'ask' },
      { words: 'devices.steps.apple.install', scene: 'row' },
      { words: 'devices.steps.apple.done', scene: 'mail' },
    ],
  },
  android: {
    frame: 'phone',
    steps: [
      { words: 'devices.steps.android.open', scene: 'add' },
      { words: 'devices.steps.android.address', scene: 'address' },
      { words: 'devices.steps.android.enter', scene: 'password' },
    ],
  },
  outlook: {
    frame: 'window',
    steps: [
      { words: 'devices.steps.outlook.open', scene: 'add' },
      { words: 'devices.steps.outlook.address', scene: 'address' },
      { words: 'devices.steps.outlook.enter', scene: 'password' },
    ],
  },
  thunderbird: {
    frame: 'window',
    steps: [
      { words: 'devices.steps.thunderbird.open', scene: 'add' },
      { words: 'devices.steps.thunderbird.address', scene: 'password' },
      { words: 'devices.steps.thunderbird.finish', scene: 'mail' },
    ],
  },
  other: {
    frame: 'window',
    steps: [
      { words: 'devices.steps.other.open', scene: 'add' },
      { words: 'devices.steps.other.address', scene: 'password' },
    ],
  },
};

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
