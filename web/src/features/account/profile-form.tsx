import { ApiError } from '@bocau/contract/client.ts';
import type { Gender, Profile } from '@bocau/contract/profile.ts';
import { Button, Input, Radio, TextInput } from '@mantine/core';
import { type FormEvent, useId, useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now } from '../../lib/timers.ts';
import { DateField } from '../../parts/dates/date-field.tsx';
import { dayOf } from '../../parts/dates/local-days.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries } from '../../parts/queries/use-query.ts';
import { Link } from '../../router/router.tsx';
import styles from './profile-form.module.css';
import { nameFault } from './profile-rules.ts';

const GENDERS: readonly Gender[] = ['female', 'male', 'other'];

/** Saved as a whole; refused values stay as they were typed, with the reason. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const id = useId();
  const nameField = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(profile.fullname);
  const [birth, setBirth] = useState(profile.birth_date);
  const [gender, setGender] = useState(profile.gender);
  const [tried, setTried] = useState(false);
  const [noDay, setNoDay] = useState(false);
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const today = dayOf(now() / 1000);
  const fault = nameFault(name);

  async function save(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    setRefused(null);
    if (fault !== null) return nameField.current?.focus();
    // An invalid date reads as an empty value; it must not be saved as none.
    const birthField = document.getElementById(`${id}-birth`) as HTMLInputElement;
    if (!birth && birthField.value.trim() !== '') {
      setNoDay(true);
      return birthField.focus();
    }
    setSaving(true);
    try {
      const body = { fullname: name, birth_date: birth || null, gender };
      const { data } = await api.saveProfile({ body });
      queries.setQueryData(['profile'], data);
      setName(data.fullname);
      notify({ text: t('profile.saved') });
      await queries.invalidateQueries({ queryKey: ['user'] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(t('profile.failed', { reason: errorWords(t, error) }));
    } finally {
      setSaving(false);
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      <TextInput
        ref={nameField}
        label={t('profile.name')}
        value={name}
        autoComplete="name"
        required
        error={tried && fault !== null ? t(`profile.nameFaults.${fault}`) : undefined}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Input.Wrapper
        label={t('profile.birth')}
        labelProps={{ htmlFor: `${id}-birth` }}
        error={noDay ? t('profile.noDay') : undefined}
      >
        <DateField
          id={`${id}-birth`}
          value={birth ?? ''}
          max={today}
          lean={{ to: 'back', from: today }}
          onChange={(day) => {
            setNoDay(false);
            setBirth(day);
          }}
        />
      </Input.Wrapper>
      <GenderChoice gender={gender} onChoose={setGender} />
      <Phone phone={profile.phone} />
      {refused !== null && (
        <p className={styles.refused} role="alert">
          {refused}
        </p>
      )}
      <div>
        <Button type="submit" loading={saving}>
          {t('common.actions.save')}
        </Button>
      </div>
    </form>
  );
}

type GenderProps = { gender: Profile['gender']; onChoose(gender: Gender): void };

function GenderChoice({ gender, onChoose }: GenderProps) {
  const { t } = useTranslation();
  return (
    <Radio.Group label={t('profile.gender')} value={gender} onChange={(value) => onChoose(value as Gender)}>
      <div className={styles.choices}>
        {GENDERS.map((each) => (
          <Radio key={each} value={each} label={t(`profile.genders.${each}`)} />
        ))}
      </div>
    </Radio.Group>
  );
}

/** The number is verified and changed on a page of its own. */
function Phone({ phone }: Pick<Profile, 'phone'>) {
  const { t } = useTranslation();
  return (
    <>
      {phone !== null && <TextInput label={t('profile.phone')} value={phone} readOnly variant="filled" />}
      <p className={styles.phone}>
        <Link to="/verify">{t(phone === null ? 'profile.verifyPhone' : 'profile.changePhone')}</Link>
      </p>
    </>
  );
}
