import type { Reviewed } from '@bocau/contract/admin-review.ts';
import type { Say } from '../../../i18n/say.ts';
import { activityDetail, activityTitle } from '../../../parts/account/activity-words.ts';
import { actorWords, actWords, changeWords } from '../../../parts/account/audit-words.ts';

type Words = { title: string; details: (string | null | false)[] };
type Of<Kind extends Reviewed['kind']> = Extract<Reviewed, { kind: Kind }>;

/** An event and its details in words. */
export function reviewWords(t: Say, entry: Reviewed, momentOf: (at: number) => string): Words {
  switch (entry.kind) {
    case 'activity': {
      const { activity } = entry;
      return { title: activityTitle(t, activity), details: [activityDetail(t, activity, momentOf)] };
    }
    case 'rule':
      return ruleWords(t, entry);
    case 'sent':
      return sentWords(t, entry, momentOf);
    case 'share':
      return shareWords(t, entry);
    case 'calendar':
      return calendarWords(t, entry);
    case 'act':
      return { title: actWords(t, entry.act), details: [changeWords(t, entry), actorWords(t, entry)] };
  }
}

function ruleWords(t: Say, { type, enabled, does, redirects_to: to }: Of<'rule'>): Words {
  const acts = does.map((each) => t(`admin.review.does.${each}`));
  return {
    title: t(`admin.review.rules.${type}`),
    details: [acts.join(', '), to.join(', '), !enabled && t('admin.review.off')],
  };
}

function sentWords(t: Say, sent: Of<'sent'>, momentOf: (at: number) => string): Words {
  const { messages, recipients, domains, domain_count: count, first_at: first, at } = sent;
  const named = domains.map((each) => t('admin.review.to', { domain: each.domain, count: each.recipients }));
  const others = count - domains.length;
  return {
    title: t('admin.review.sent', { count: messages }),
    details: [
      t('admin.review.recipients', { count: recipients }),
      named.join(', '),
      others > 0 && t('admin.review.more', { count: others }),
      first < at && t('admin.review.from', { at: momentOf(first) }),
    ],
  };
}

function shareWords(t: Say, { outside, names, people, permission, open_link: link }: Of<'share'>): Words {
  const outsideTitle =
    names.length > 0 ? t('admin.review.outside', { names: names.join(', ') }) : t('admin.review.outsideGone');
  return {
    title: outside ? outsideTitle : t('admin.review.inside'),
    details: [
      people > 0 && t('admin.review.people', { count: people }),
      permission === 'WRITE' && t('admin.links.write'),
      outside && link === null && t('admin.review.closed'),
    ],
  };
}

function calendarWords(t: Say, calendar: Of<'calendar'>): Words {
  const { of, permission, people, open_link: link, ended } = calendar;
  return {
    title: calendarTitle(t, calendar),
    details: [
      people > 0 && t('admin.review.people', { count: people }),
      permission === 'BUSY' && t('admin.review.calendar.busy'),
      (permission === 'WRITE' || permission === 'MANAGE') && t('admin.review.calendar.write'),
      of === 'link' && link === null && t('admin.review.closed'),
      of === 'followed' && ended && t('admin.review.calendar.ended'),
    ],
  };
}

function calendarTitle(t: Say, { of, name, host }: Of<'calendar'>): string {
  if (of === 'people') return t('admin.review.calendar.people');
  if (of === 'company') return t('admin.review.calendar.company', { name: name ?? '' });
  if (of === 'followed') return t('admin.review.calendar.followed', { host: host ?? '' });
  return name === null ? t('admin.review.calendar.linkGone') : t('admin.review.calendar.link', { name });
}
