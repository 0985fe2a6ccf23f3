import type { CalendarEvent } from '@bocau/contract/calendar.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { readableSize } from '../../../lib/sizes.ts';
import styles from './event-panel.module.css';

/** Events that were last seen by an older release have neither. */
export function hasFiles({ fields, enclosed = [] }: CalendarEvent): boolean {
  return (fields.files ?? []).length + enclosed.length > 0;
}

/**
 * The files of an event. Whoever asks to it names them as they like: of those that are elsewhere it is said where they
 * lead to. What is within the text itself is downloaded, and never opened.
 */
export function EventFiles({
  event: { id, original, fields, enclosed = [], ended_files: ended = [] },
}: {
  event: CalendarEvent;
}) {
  const { t } = useTranslation();
  const query = original === '' ? '' : `?${new URLSearchParams({ original })}`;
  return (
    <>
      {(fields.files ?? []).map(({ name, url, size }) => (
        <span key={url} className={styles.guest}>
          {ended.includes(url) ? (
            <s>{name}</s>
          ) : /^https?:\/\//i.test(url) ? (
            <a href={url} target="_blank" rel="noreferrer noopener">
              {name}
            </a>
          ) : (
            name
          )}{' '}
          <small>
            {(ended.includes(url)
              ? [t('calendar.files.ended')]
              : [size === null ? '' : readableSize(size), hostOf(url)]
            )
              .filter(Boolean)
              .join(' · ')}
          </small>
        </span>
      ))}
      {enclosed.map(({ name, size }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name
        <span key={index} className={styles.guest}>
          <a
            href={`/api/calendar/v1/events/${encodeURIComponent(id)}/files/${index}${query}`}
            download
            aria-label={t('calendar.files.save', { name: name || String(index + 1) })}
          >
            {name || t('calendar.files.label')}
          </a>{' '}
          <small>{readableSize(size)}</small>
        </span>
      ))}
    </>
  );
}

/** Where a link leads that leaves this place. */
function hostOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { origin, host } = new URL(url);
  return origin === location.origin ? '' : host;
}
