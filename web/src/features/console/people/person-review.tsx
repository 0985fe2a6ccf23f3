import type { Person } from '@bocau/contract/people.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from './people.module.css';
import { ReviewDialog } from './review-dialog.tsx';

/** Opens the review of what was done in the account. */
export function PersonReview({ person }: { person: Person }) {
  const { t } = useTranslation();
  const [looking, setLooking] = useState(false);
  return (
    <section className={styles.part} aria-labelledby="person-review">
      <h3 id="person-review">{t('admin.review.section')}</h3>
      <p>{t(person.deleted_at === null ? 'admin.review.intro' : 'admin.review.introDeleted')}</p>
      <div className={styles.acts}>
        <Button variant="default" onClick={() => setLooking(true)}>
          {t('admin.review.open')}…
        </Button>
      </div>
      {looking && <ReviewDialog person={person} onClose={() => setLooking(false)} />}
    </section>
  );
}
