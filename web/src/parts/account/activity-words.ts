import type { Activity } from '@bocau/contract/security.ts';
import type { Say } from '../../i18n/say.ts';
import { deviceWords } from './device-words.ts';

/** What happened. */
export function activityTitle(t: Say, { kind, outcome }: Activity): string {
  return kind === 'sign_in' ? t(`security.outcomes.${outcome ?? 'ok'}`) : t(`security.changes.${kind}`);
}

/** The details of an activity: subject, method, device and place; for merged ones, also how often. */
export function activityDetail(t: Say, activity: Activity, momentOf: (at: number) => string): string {
  const { about, method, device, protocol, address, times, first_at: first } = activity;
  const known = device.browser !== null || device.system !== null || protocol !== null;
  return [
    about,
    method && t(`security.methods.${method}`),
    known && deviceWords(t, device, protocol),
    address,
    times > 1 && t('security.history.times', { count: times, from: momentOf(first) }),
  ]
    .filter(Boolean)
    .join(' · ');
}
