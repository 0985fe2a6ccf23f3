import { imageSenders } from '@bocau/contract/settings.ts';
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from '../../parts/settings/lines.module.css';
import form from './settings-form.module.css';

/** The senders whose images are shown without asking; removing one is a change of settings like any other. */
export function ImageSenders({ list, onChange }: { list: string; onChange(list: string): void }) {
  const { t } = useTranslation();
  const place = useRef<HTMLParagraphElement>(null);
  const senders = imageSenders(list);

  function remove(sender: string): void {
    onChange(senders.filter((other) => other !== sender).join('\n'));
    place.current?.focus();
  }

  // Kept where a removal has emptied the list: the text has the focus.
  return (
    <div className={form.wide} data-setting="imageSenders" tabIndex={-1}>
      <h3 className={form.label}>{t('settingFields.imageSenders')}</h3>
      <p ref={place} tabIndex={-1} className={form.hint}>
        {t(senders.length === 0 ? 'settings.images.noSenders' : 'settings.images.senders')}
      </p>
      {senders.length > 0 && (
        <ul className={styles.lines} aria-label={t('settings.images.senders')}>
          {senders.map((sender) => (
            <li key={sender} className={styles.line}>
              <span className={styles.address}>{sender}</span>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('settings.images.removeWho', { sender })}
                onClick={() => remove(sender)}
              >
                {t('settings.images.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
