import type { ShownPerson } from '@bocau/contract/admin-people.ts';
import { useRef } from 'react';
import type { Say } from '../../../i18n/say.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { HeirForm } from './heir-form.tsx';
import styles from './people.module.css';
import type { PersonProps } from './person-props.ts';

/** Transfers the drive of somebody who left, or is away, to a colleague, with its shares. */
export function PersonDrive({ person, domain, onChanged }: PersonProps & { domain: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const { busy, run } = useAccountAttempt();
  const field = useRef<HTMLInputElement>(null);
  const { id, fullname: name } = person;

  function handOver(heir: string) {
    void run(async () => {
      await api.handOverAnyDrive({ params: { id }, body: { heir } });
      notify({ text: t('people.drive.done', { name, to: heir }) });
      await onChanged();
    });
  }

  return (
    <section className={styles.part} aria-labelledby="person-drive">
      <h3 id="person-drive">{t('people.drive.title')}</h3>
      <p>{t('people.drive.about')}</p>
      <HeirForm
        person={person}
        domain={domain}
        gets="drive"
        field={field}
        label={t('people.drive.label')}
        act={t('people.drive.handOver')}
        busy={busy}
        refused={t('people.drive.nobody')}
        question={(to) => t('people.drive.ask', { name, to })}
        onHeir={handOver}
      >
        <p>{t('people.drive.text', { links: linksWords(t, person) })}</p>
      </HeirForm>
    </section>
  );
}

/** What becomes of links to outside. */
function linksWords(t: Say, { active, deleted_at }: Pick<ShownPerson, 'active' | 'deleted_at'>): string {
  if (deleted_at !== null) return t('people.drive.links.deleted');
  return active ? t('people.drive.links.open') : t('people.drive.links.suspended');
}
