import { LONGEST_PHONE, LONGEST_TITLE } from '@bocau/contract/directory.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import styles from './people.module.css';
import type { PersonProps } from './person-props.ts';
import { typedAddress } from './typed-address.ts';

const TEXTS = ['title', 'department', 'phone'] as const;
const LABELS = {
  title: 'people.directory.jobTitle',
  department: 'people.directory.department',
  phone: 'people.directory.phone',
} as const;

/** What colleagues find about a person; only changes are sent. */
export function PersonDirectory({ person, onChanged }: PersonProps) {
  const { t } = useTranslation();
  const api = useApi();
  const { busy, run } = useAccountAttempt();
  const managerField = useRef<HTMLInputElement>(null);
  const [texts, setTexts] = useState({
    title: person.title,
    department: person.department,
    phone: person.phone,
  });
  const [manager, setManager] = useState(person.manager ?? '');
  const [hidden, setHidden] = useState(person.hidden);
  const [isWrong, setWrong] = useState(false);

  function refuseManager(): null {
    setWrong(true);
    managerField.current?.focus();
    return null;
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const address = typedAddress(manager, domainOf(person.email));
    const isNobody = manager.trim() === '';
    if (!isNobody && (address === null || address === person.email)) {
      refuseManager();
      return;
    }
    const wanted = isNobody ? null : address;
    setWrong(false);
    const save = async () => {
      await api.changeAnyPerson({
        params: { id: person.id },
        body: {
          ...Object.fromEntries(
            TEXTS.filter((field) => texts[field].trim() !== person[field]).map((field) => [
              field,
              texts[field],
            ]),
          ),
          ...(wanted !== person.manager && { manager: wanted }),
          ...(hidden !== person.hidden && { hidden }),
        },
      });
      notify({ text: t('people.saved', { name: person.fullname }) });
      await onChanged();
    };
    // The other fields are as long as they may be: what is refused is an address of nobody here.
    await run(save, { invalid_input: refuseManager });
  }

  return (
    <section className={styles.part} aria-labelledby="person-directory">
      <h3 id="person-directory">{t('people.directory.title')}</h3>
      <p>{t('people.directory.about')}</p>
      <form className={styles.part} onSubmit={(event) => void submit(event)} noValidate>
        {TEXTS.map((field) => (
          <TextInput
            key={field}
            label={t(LABELS[field])}
            autoComplete="off"
            maxLength={field === 'phone' ? LONGEST_PHONE : LONGEST_TITLE}
            value={texts[field]}
            onChange={({ currentTarget: { value } }) => setTexts((all) => ({ ...all, [field]: value }))}
          />
        ))}
        <TextInput
          ref={managerField}
          label={t('people.directory.manager')}
          autoComplete="off"
          spellCheck={false}
          maxLength={LIMITS.recipientLength}
          value={manager}
          error={isWrong && t('people.directory.managerWrong')}
          onChange={({ currentTarget }) => setManager(currentTarget.value)}
        />
        <Checkbox
          label={t('people.directory.hidden')}
          description={t('people.directory.hiddenHint')}
          checked={hidden}
          onChange={({ currentTarget }) => setHidden(currentTarget.checked)}
        />
        <div className={styles.acts}>
          <Button type="submit" variant="default" loading={busy}>
            {t('people.directory.save')}
          </Button>
        </div>
      </form>
    </section>
  );
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}
