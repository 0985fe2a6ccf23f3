import type { AdminAudit } from '@bocau/contract/admin-oversight.ts';
import type { AdminAct } from '@bocau/contract/administration.ts';
import { AUDITED_ACTS, SUSPENSION_KINDS } from '@bocau/contract/people.ts';
import type { Say } from '../../i18n/say.ts';
import { domainChangeWords } from './domain-change-words.ts';

type Change = { act: AdminAct; before: string | null; after: string | null };

const SWITCHES: readonly AdminAct[] = [
  'auto_quota',
  'enable_smtp',
  'enable_drive',
  'enable_recall',
  'hidden',
];
const ROLES: readonly AdminAct[] = ['created', 'type'];
const KINDS: readonly AdminAct[] = ['suspended', 'restored'];

/** The old and the new value, or the one that exists. */
export function changeWords(t: Say, { act, before, after }: Change): string | null {
  const ofDomain = act === 'domain_changed' ? domainChangeWords(t, { before, after }) : null;
  if (ofDomain !== null) return ofDomain;
  const [was, is] = [valueWords(t, act, before), valueWords(t, act, after)];
  return was !== null && is !== null ? t('people.log.change', { before: was, after: is }) : (was ?? is);
}

/** The act determines the kind of value: a person may be called “owner”, and a folder “true”. */
function valueWords(t: Say, act: AdminAct, value: string | null): string | null {
  if (SWITCHES.includes(act)) {
    if (value === 'true') return t('people.log.yes');
    if (value === 'false') return t('people.log.no');
  }
  if (ROLES.includes(act) && (value === 'owner' || value === 'member')) return t(`people.log.roles.${value}`);
  if (KINDS.includes(act) && value !== null) {
    const kinds = SUSPENSION_KINDS.filter((kind) => value.split(' ').includes(kind));
    if (kinds.length > 0) return kinds.map((kind) => t(`people.access.kinds.${kind}`)).join(', ');
  }
  return act === 'brake_changed' && value !== null ? limitsWords(t, value) : value;
}

const LIMITS = /^(default|\d+)\/h (default|\d+)\/d$/;

/** The limits from which a sender is held automatically, in the server's notation. */
function limitsWords(t: Say, value: string): string {
  if (value === 'off') return t('people.log.no');
  const [, hour, day] = LIMITS.exec(value) ?? [];
  if (hour === undefined || day === undefined) return value;
  const figure = (written: string) => (written === 'default' ? t('admin.audit.usual') : written);
  return t('admin.audit.limits', { hour: figure(hour), day: figure(day) });
}

type OfPerson = (typeof AUDITED_ACTS)[number];

/** An act in words; acts on people use the same texts as those people's own activity. */
export function actWords(t: Say, act: AdminAct): string {
  return isOfPerson(act) ? t(`people.log.acts.${act}`) : t(`admin.audit.acts.${act}`);
}

function isOfPerson(act: AdminAct): act is OfPerson {
  return AUDITED_ACTS.some((each) => each === act);
}

/** Who did it, and by what means. */
export function actorWords(t: Say, { actor, by }: Pick<AdminAudit, 'actor' | 'by'>): string {
  if (actor === '') return t('admin.audit.by.program');
  return t(`admin.audit.by.${by}`, { actor });
}
