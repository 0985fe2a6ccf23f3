import { IconBriefcase, IconPhone } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { readableNumber } from '../../../parts/contacts/readable-number.ts';
import type { PersonContactQuery } from '../../../parts/contacts/use-person-contact.ts';
import styles from './person-card.module.css';
import { PersonFailed, PersonWaiting } from './person-states.tsx';

/** What the contacts say of the person: their work, and their numbers. */
export function PersonContact({ contact }: { contact: PersonContactQuery }) {
  const { t } = useTranslation();
  if (contact.isError) {
    return <PersonFailed words={t('personCard.contactFailed')} onRetry={() => void contact.refetch()} />;
  }
  if (contact.data === undefined) return <PersonWaiting lines={1} />;
  if (contact.data === null) return null;
  const { fields, numbers } = contact.data;
  const work = [fields.title, fields.organisation].filter(Boolean).join(' · ');
  if (work === '' && fields.phones.length === 0) return null;
  return (
    <section className={styles.part} aria-label={t('personCard.contact')}>
      {work !== '' && (
        <p className={styles.fact}>
          <IconBriefcase size={16} aria-hidden />
          <span>{work}</span>
        </p>
      )}
      {fields.phones.map(({ value }, at) => {
        const dialled = numbers[at] ?? value.replace(/[^\d+]/g, '');
        const words = readableNumber(value, numbers[at] ?? null);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two numbers may be alike
          <p key={at} className={styles.fact}>
            <IconPhone size={16} aria-hidden />
            {dialled === '' ? (
              <span>{words}</span>
            ) : (
              <a href={`tel:${dialled}`} aria-label={t('personCard.call', { phone: words })}>
                {words}
              </a>
            )}
          </p>
        );
      })}
    </section>
  );
}
