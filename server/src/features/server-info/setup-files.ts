import type { MailService } from '@bocau/contract/server-info.ts';
import { idFromText } from '../../platform/ids.ts';
import type { ContactsServer } from './contacts-server.ts';

/** What programs ask for to set themselves up. Each says what the screen says, for an address that is not looked up. */
type SetUp = { address: string; services: readonly MailService[]; contacts: ContactsServer | null };

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/** Thunderbird, K-9 and others: https://wiki.mozilla.org/Thunderbird:Autoconfiguration:ConfigFileFormat */
export function autoconfig({ address, services, contacts }: SetUp): string {
  const domain = domainOf(address);
  const servers = services.map(({ protocol, host, port, encryption }) => {
    const name = protocol === 'smtp' ? 'outgoingServer' : 'incomingServer';
    return lines(
      `<${name} type="${protocol}">`,
      element('hostname', host),
      element('port', port),
      element('socketType', encryption === 'tls' ? 'SSL' : 'STARTTLS'),
      element('username', '%EMAILADDRESS%'),
      element('authentication', 'password-cleartext'),
      `</${name}>`,
    );
  });
  return lines(
    DECLARATION,
    '<clientConfig version="1.1">',
    `<emailProvider id="${escaped(domain)}">`,
    element('domain', domain),
    element('displayName', domain),
    element('displayShortName', domain),
    ...servers,
    '</emailProvider>',
    ...(contacts === null ? [] : [addressBook(contacts), calendars(contacts)]),
    '</clientConfig>',
  );
}

function addressBook(server: ContactsServer): string {
  return lines('<addressBook type="carddav">', ...signIn(server), '</addressBook>');
}

function calendars(server: ContactsServer): string {
  return lines('<calendar type="caldav">', ...signIn(server), '</calendar>');
}

function signIn({ url }: ContactsServer): string[] {
  return [
    element('username', '%EMAILADDRESS%'),
    element('authentication', 'http-basic'),
    element('serverURL', url),
  ];
}

/** Outlook: MS-OXDSCLI, the plain old XML answer. */
export function autodiscover({ address, services }: Omit<SetUp, 'contacts'>): string {
  const protocols = services.map(({ protocol, host, port, encryption }) =>
    lines(
      '<Protocol>',
      element('Type', protocol.toUpperCase()),
      element('Server', host),
      element('Port', port),
      element('LoginName', address),
      element('SPA', 'off'),
      element('SSL', encryption === 'tls' ? 'on' : 'off'),
      element('Encryption', encryption === 'tls' ? 'SSL' : 'TLS'),
      element('AuthRequired', 'on'),
      '</Protocol>',
    ),
  );
  return lines(
    DECLARATION,
    '<Autodiscover xmlns="http://schemas.microsoft.com/exchange/autodiscover/responseschema/2006">',
    '<Response xmlns="http://schemas.microsoft.com/exchange/autodiscover/outlook/responseschema/2006a">',
    lines('<User>', element('DisplayName', address), '</User>'),
    '<Account>',
    element('AccountType', 'email'),
    element('Action', 'settings'),
    ...protocols,
    '</Account>',
    '</Response>',
    '</Autodiscover>',
  );
}

/** MS-OXDSCLI 2.2.4.1.1.3: the request is none, or asks for what is not mail. */
const ERRORS = {
  invalid_request: { code: 600, message: 'Invalid Request' },
  unknown_provider: { code: 601, message: 'Provider is not available' },
};

export function autodiscoverError(kind: keyof typeof ERRORS): string {
  const { code, message } = ERRORS[kind];
  return lines(
    DECLARATION,
    '<Autodiscover xmlns="http://schemas.microsoft.com/exchange/autodiscover/responseschema/2006">',
    '<Response>',
    lines('<Error>', element('ErrorCode', code), element('Message', message), '<DebugData/>', '</Error>'),
    '</Response>',
    '</Autodiscover>',
  );
}

type Account = { name: string; password: string };

/**
 * iPhone and Mac: a profile of one account. Mail must name a server for what comes in, so that where there is none, and no
 * contacts either, there is no profile: null. Loaded again it takes the place of the first. With the account in it the device asks for nothing; without, it asks for the password.
 */
export function appleProfile({
  address,
  services,
  contacts,
  account = null,
}: SetUp & { account?: Account | null }): string | null {
  const mail = mailPayload({ address, services }, account);
  // Contacts alone are set up for whoever asks for that.
  if (mail === null && (account === null || contacts === null)) return null;
  const dav =
    contacts === null ? [] : DAV_PAYLOADS.map((kind) => davPayload(kind, contacts, address, account));
  const present = [...(mail === null ? [] : [mail]), ...dav];
  return lines(
    DECLARATION,
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    ...entry('PayloadType', 'Configuration'),
    ...entry('PayloadVersion', 1),
    ...entry('PayloadIdentifier', `vn.bocau.mail.${address}`),
    ...entry('PayloadUUID', idFromText(address)),
    ...entry('PayloadDisplayName', `Bồ Câu: ${address}`),
    lines(
      '<key>PayloadContent</key>',
      '<array>',
      ...present.flatMap((payload) => ['<dict>', ...payload, '</dict>']),
      '</array>',
    ),
    '</dict>',
    '</plist>',
  );
}

function mailPayload(
  { address, services }: Omit<SetUp, 'contacts'>,
  account: Account | null,
): string[] | null {
  const incoming =
    services.find(({ protocol }) => protocol === 'imap') ??
    services.find(({ protocol }) => protocol === 'pop3');
  const outgoing = services.find(({ protocol }) => protocol === 'smtp');
  if (!incoming || !outgoing) return null;
  return [
    ...entry('PayloadType', 'com.apple.mail.managed'),
    ...entry('PayloadVersion', 1),
    ...entry('PayloadIdentifier', `vn.bocau.mail.${address}.account`),
    ...entry('PayloadUUID', idFromText(`${address} account`)),
    ...entry('EmailAddress', address),
    ...entry('EmailAccountType', incoming.protocol === 'imap' ? 'EmailTypeIMAP' : 'EmailTypePOP'),
    ...server('Incoming', incoming, address),
    ...server('Outgoing', outgoing, address),
    ...(account === null ? [] : entry('EmailAccountName', account.name)),
    ...(account === null ? [] : entry('IncomingPassword', account.password)),
    ...entry('OutgoingPasswordSameAsIncomingPassword', true),
  ];
}

const DAV_PAYLOADS = [
  { protocol: 'CardDAV', what: 'contacts' },
  { protocol: 'CalDAV', what: 'calendars' },
] as const;

/** The device finds the books, or the calendars, by itself, from the site and the name. */
function davPayload(
  { protocol, what }: (typeof DAV_PAYLOADS)[number],
  { host, port }: ContactsServer,
  address: string,
  account: Account | null,
): string[] {
  return [
    ...entry('PayloadType', `com.apple.${protocol.toLowerCase()}.account`),
    ...entry('PayloadVersion', 1),
    ...entry('PayloadIdentifier', `vn.bocau.mail.${address}.${what}`),
    ...entry('PayloadUUID', idFromText(`${address} ${what}`)),
    ...entry(`${protocol}AccountDescription`, address),
    ...entry(`${protocol}HostName`, host),
    ...entry(`${protocol}Port`, port),
    ...entry(`${protocol}UseSSL`, true),
    ...entry(`${protocol}Username`, address),
    ...(account === null ? [] : entry(`${protocol}Password`, account.password)),
  ];
}

function server(side: 'Incoming' | 'Outgoing', { host, port }: MailService, address: string): string[] {
  return [
    ...entry(`${side}MailServerHostName`, host),
    ...entry(`${side}MailServerPortNumber`, port),
    // There is one switch for both ways of encrypting; the device finds out which it is.
    ...entry(`${side}MailServerUseSSL`, true),
    ...entry(`${side}MailServerUsername`, address),
    ...entry(`${side}MailServerAuthentication`, 'EmailAuthPassword'),
  ];
}

function entry(key: string, value: string | number | true): string[] {
  if (value === true) return [element('key', key), '<true/>'];
  return [element('key', key), element(typeof value === 'number' ? 'integer' : 'string', value)];
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

function element(name: string, content: string | number): string {
  return `<${name}>${escaped(String(content))}</${name}>`;
}

function escaped(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&apos;',
  };
  // XML 1.0 has no place for control characters.
  const printable = text.toWellFormed().replace(/\p{Cc}/gu, '');
  return printable.replace(/[&<>"']/g, (character) => names[character] ?? '');
}

function lines(...all: string[]): string {
  return all.join('\n');
}
