import type { AppScope } from '@bocau/contract/app-passwords.ts';
import type { MailService } from '@bocau/contract/server-info.ts';
import type { WordKey } from '../../../i18n/say.ts';
import type { Frame, Scene } from './step-picture.tsx';

/** The kinds of devices in the order in which they are offered. */
export const DEVICE_KINDS = ['apple', 'android', 'outlook', 'thunderbird', 'other'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

/** `where`: only where contacts are served to devices, or only where they are not. */
type Step = { words: WordKey; scene: Scene; where?: 'contacts' | 'mail alone' };

/** The steps on each kind of device; Apple devices have one more before these, which shows a QR code. */
const STEPS: Record<DeviceKind, { frame: Frame; steps: readonly Step[] }> = {
  apple: {
    frame: 'phone',
    steps: [
      { words: 'devices.steps.apple.download', scene: 'ask' },
      { words: 'devices.steps.apple.install', scene: 'row' },
      { words: 'devices.steps.apple.done', scene: 'mail', where: 'mail alone' },
      { words: 'devices.steps.apple.doneBoth', scene: 'mail', where: 'contacts' },
    ],
  },
  android: {
    frame: 'phone',
    steps: [
      { words: 'devices.steps.android.open', scene: 'add' },
      { words: 'devices.steps.android.address', scene: 'address' },
      { words: 'devices.steps.android.enter', scene: 'password' },
      { words: 'devices.steps.android.contacts', scene: 'address', where: 'contacts' },
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
      { words: 'devices.steps.thunderbird.contacts', scene: 'address', where: 'contacts' },
    ],
  },
  other: {
    frame: 'window',
    steps: [
      { words: 'devices.steps.other.open', scene: 'add' },
      { words: 'devices.steps.other.address', scene: 'password' },
      { words: 'devices.steps.other.contacts', scene: 'address', where: 'contacts' },
    ],
  },
};

export function stepsOf(kind: DeviceKind, hasContacts: boolean): { frame: Frame; steps: readonly Step[] } {
  const { frame, steps } = STEPS[kind];
  const left = hasContacts ? 'mail alone' : 'contacts';
  return { frame, steps: steps.filter(({ where }) => where !== left) };
}

/** Those that take the address of contacts by hand: Outlook has no CardDAV, and a profile brings it to Apple devices. */
export function typesContacts(kind: DeviceKind): boolean {
  return STEPS[kind].steps.some(({ words }) => words === `devices.steps.${kind}.contacts`);
}

/**
 * The scopes of a device: contacts where they are served, and of a mail program: IMAP for reading where it is served, since POP3 removes mail from the server.
 */
export function scopesOf(services: readonly MailService[], hasContacts: boolean): AppScope[] {
  const served = new Set(services.map(({ protocol }) => protocol));
  const reading = (['imap', 'pop3'] as const).find((protocol) => served.has(protocol));
  return [
    ...(served.has('smtp') ? (['smtp'] as const) : []),
    ...(reading ? [reading] : []),
    ...(hasContacts ? (['dav'] as const) : []),
  ];
}

/** The servers for these scopes; for each protocol, the kind of encryption that programs find most easily. */
export function serversOf(services: readonly MailService[], scopes: readonly AppScope[]): MailService[] {
  return scopes.flatMap((scope) => {
    const ways = services.filter(({ protocol }) => protocol === scope);
    return ways.find(({ encryption }) => encryption === 'tls') ?? ways.slice(0, 1);
  });
}
