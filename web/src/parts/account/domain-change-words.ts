import { DIRECTORY_MODES, type DirectoryMode } from '@bocau/contract/directory.ts';
import type { Say } from '../../i18n/say.ts';

const SETTINGS = [
  'catch_all',
  'dkim_signs',
  'recall_seconds',
  'recall_read',
  'require_two_step',
  'sms_codes',
  'storage_mb',
  'seats',
  'suspended',
  'verified',
  'outside_links',
  'outside_link_days',
  'directory',
  'tax_code',
  'merges_per_day',
  'sso_issuer',
] as const;
type Setting = (typeof SETTINGS)[number];

const WRITTEN = /^(\w+)=(.*)$/;
/** The mark of the server's own key, as its settings contain it. */
const OF_SERVER = / \(DKIM_KEY\)$/;
const SIGN_ON = /^(\S+) sso_client=(.*) sso_secret=(none|set) sso_trust_email=([01])$/;

type Change = { before: string | null; after: string | null };

/** A change of a domain, which the server logs as `key=value`; null for an unknown key. */
export function domainChangeWords(t: Say, { before, after }: Change): string | null {
  const [, key, is = ''] = WRITTEN.exec(after ?? before ?? '') ?? [];
  if (key === 'dkim_key') {
    return t(after === null ? 'admin.audit.domain.keyRemoved' : 'admin.audit.domain.keyAdded', {
      selector: is,
    });
  }
  const [, keyBefore, was = ''] = WRITTEN.exec(before ?? '') ?? [];
  const setting = SETTINGS.find((each) => each === key && each === keyBefore);
  if (!setting) return null;
  const change = { before: valueWords(t, setting, was), after: valueWords(t, setting, is) };
  return t(`admin.audit.domain.${setting}`, { change: t('people.log.change', change) });
}

function valueWords(t: Say, setting: Setting, value: string): string {
  switch (setting) {
    case 'catch_all':
      return value === 'none' ? t('admin.audit.domain.refused') : value;
    case 'dkim_signs':
      if (value === 'none') return t('admin.audit.domain.unsigned');
      return OF_SERVER.test(value)
        ? t('admin.keys.ofServer', { selector: value.replace(OF_SERVER, '') })
        : value;
    case 'storage_mb':
      return value === 'null' ? t('admin.audit.domain.unlimited') : value;
    case 'suspended':
      return value === 'none' ? t('people.log.no') : value;
    case 'seats':
    case 'outside_link_days':
      return value === 'none' ? t('admin.audit.domain.unlimited') : value;
    case 'tax_code':
      return value === 'none' ? t('people.log.no') : value;
    case 'sso_issuer':
      return value === 'none' ? t('people.log.no') : signOnWords(t, value);
    case 'directory':
      return isDirectoryMode(value) ? t(`admin.directory.modes.${value}`) : value;
    case 'merges_per_day':
      return value === 'none' ? t('admin.audit.domain.unset') : value;
    case 'recall_seconds':
      return value;
    default:
      return t(value === 'true' ? 'people.log.yes' : 'people.log.no');
  }
}

function isDirectoryMode(value: string): value is DirectoryMode {
  return DIRECTORY_MODES.some((each) => each === value);
}

function signOnWords(t: Say, value: string): string {
  const [, issuer, client, secret, trusts] = SIGN_ON.exec(value) ?? [];
  if (issuer === undefined) return value;
  return [
    issuer,
    client,
    secret === 'set' && t('admin.audit.domain.secret'),
    trusts === '1' && t('admin.audit.domain.trusts'),
  ]
    .filter(Boolean)
    .join(', ');
}
