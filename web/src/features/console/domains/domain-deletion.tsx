import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQueries } from '../../../parts/queries/use-query.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import people from '../people/people.module.css';

type Props = {
  name: string;
  /** Deleted people count as long as they are retained. */
  count: number;
  onDeleted(): void;
  /** People may have been added in the meantime. */
  onRefused(): Promise<unknown>;
};

/** Deletes a domain that has no people left. */
export function DomainDeletion({ name, count, onDeleted, onRefused }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const { busy, run } = useAccountAttempt();
  const heading = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState(false);

  async function remove() {
    setAsking(false);
    const done = await run(async () => {
      await api.deleteDomain({ params: { domain: name } });
      return true;
    });
    if (!done) {
      heading.current?.focus();
      await onRefused();
      return;
    }
    notify({ text: t('admin.deletion.done', { name }) });
    onDeleted();
    for (const kind of ['domain', 'domain-keys', 'domain-dns']) {
      queries.removeQueries({ queryKey: [kind, name] });
    }
    await queries.invalidateQueries({ queryKey: ['domains'] });
  }

  return (
    <section className={people.part} aria-labelledby="domain-deletion">
      <h3 id="domain-deletion" ref={heading} tabIndex={-1}>
        {t('admin.deletion.title')}
      </h3>
      {count > 0 ? (
        <p>{t('admin.deletion.people', { count })}</p>
      ) : (
        <div className={people.acts}>
          <Button variant="default" disabled={busy} onClick={() => setAsking(true)}>
            {t('admin.deletion.delete')}…
          </Button>
        </div>
      )}
      {asking && (
        <ChoiceDialog
          title={t('admin.deletion.ask', { name })}
          safe={t('common.actions.cancel')}
          other={{ label: t('admin.deletion.delete'), tone: 'danger' }}
          onSafe={() => setAsking(false)}
          onOther={() => void remove()}
        >
          <p>{t('admin.deletion.text', { name })}</p>
        </ChoiceDialog>
      )}
    </section>
  );
}
