import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { recipientsFromText } from '../../../model/compose/recipient-text.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQueries, useQuery } from '../../../parts/queries/use-query.ts';
import { templateFaultWords } from '../../../parts/templates/template-fault-words.ts';
import styles from '../../../parts/templates/templates.module.css';

const KEY = ['template-keepers'];

/** TE-9: an owner names who else changes the templates of the company. */
export function TemplateKeepers() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const query = useQuery({
    queryKey: KEY,
    queryFn: async () => (await api.listTemplateKeepers({})).data.map(({ email }) => email),
  });
  if (!query.data) return null;

  async function save(): Promise<void> {
    const emails = recipientsFromText(typed ?? '').map(({ email }) => email);
    setBusy(true);
    try {
      const { data } = await api.nameTemplateKeepers({ body: { emails } });
      queries.setQueryData(
        KEY,
        data.map(({ email }) => email),
      );
      setTyped(null);
      notify({ text: t('templates.keepers.saved') });
    } catch (error) {
      setFault(templateFaultWords(t, error));
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (typed !== null) void save();
  }

  return (
    <form className={styles.keepers} onSubmit={submit}>
      <h3>{t('templates.keepers.title')}</h3>
      <TextInput
        className={styles.wide}
        label={t('templates.keepers.label')}
        description={t('templates.keepers.about')}
        value={typed ?? query.data.join(', ')}
        error={fault}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setFault('');
        }}
      />
      <Button type="submit" variant="default" loading={busy} disabled={typed === null}>
        {t('templates.keepers.save')}
      </Button>
    </form>
  );
}
