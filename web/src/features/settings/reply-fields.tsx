import { LIMITS } from '@bocau/contract/limits.ts';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { DateField } from '../../parts/dates/date-field.tsx';
import { saidDay } from './reply-day.ts';
import { isCorrected, stateOf } from './reply-form.ts';
import styles from './reply-settings.module.css';
import type { ReplyChoice } from './use-reply-form.ts';

type Props = { choice: ReplyChoice };

/** The fields of an automatic reply that is on: its days, its text, and its recipients. */
export function ReplyFields({ choice, onPreview }: Props & { onPreview(): void }) {
  const { t, language } = useTranslation();
  const { shown, before, choose, today, id } = choice;
  return (
    <div className={styles.fields}>
      <ReplyState choice={choice} />
      <ReplyDays choice={choice} />
      <Check label={t('autoReply.hasEnd')} checked={shown.hasEnd} onChange={(hasEnd) => choose({ hasEnd })} />
      <TextInput
        label={t('autoReply.subject')}
        description={t('autoReply.subjectAbout')}
        placeholder={t('autoReply.subjectEmpty')}
        value={shown.subject}
        maxLength={LIMITS.subjectLength}
        onChange={({ currentTarget }) => choose({ subject: currentTarget.value })}
      />
      <Textarea
        id={`${id}-body`}
        label={t('autoReply.body')}
        placeholder={t('autoReply.bodyExample', { day: saidDay(shown.last || today, today, language) })}
        rows={7}
        resize="vertical"
        maxLength={LIMITS.signatureLength}
        value={shown.body}
        error={choice.problemOf('body')}
        onChange={({ currentTarget }) => choose({ body: currentTarget.value })}
      />
      {isCorrected(shown, before) && (
        <Check
          label={t('autoReply.tellAgain')}
          checked={shown.tellAgain}
          onChange={(tellAgain) => choose({ tellAgain })}
        />
      )}
      <Check
        label={t('autoReply.onlyOrganisation', { domain: choice.email.split('@').at(-1) ?? '' })}
        checked={shown.onlyOrganisation}
        onChange={(onlyOrganisation) => choose({ onlyOrganisation })}
      />
      <div>
        <Button variant="default" onClick={onPreview}>
          {t('autoReply.preview.open')}
        </Button>
      </div>
    </div>
  );
}

/** The state of the saved reply, as long as nothing is changed. */
function ReplyState({ choice: { saved, isUnsaved, today } }: Props) {
  const { t, language } = useTranslation();
  const state = saved?.is_enable && !isUnsaved ? stateOf(saved, today) : null;
  return (
    state && (
      <p className={styles.state}>
        {t(
          `autoReply.state.${state.words}`,
          'day' in state ? { day: saidDay(state.day, today, language) } : {},
        )}
      </p>
    )
  );
}

function ReplyDays({ choice: { shown, choose, today, id, problemOf } }: Props) {
  const { t } = useTranslation();
  const lean = { to: 'ahead', from: today } as const;
  return (
    <div className={styles.days}>
      <div className={styles.field}>
        <label htmlFor={`${id}-first`}>{t('autoReply.first')}</label>
        <div className={styles.day}>
          <DateField
            id={`${id}-first`}
            value={shown.first}
            lean={lean}
            onChange={(first) => choose({ first })}
          />
        </div>
        <Problem words={problemOf('first')} />
      </div>
      {shown.hasEnd && (
        <div className={styles.field}>
          <label htmlFor={`${id}-last`}>{t('autoReply.last')}</label>
          <div className={styles.day}>
            <DateField
              id={`${id}-last`}
              {...(shown.first && { min: shown.first })}
              value={shown.last}
              lean={lean}
              onChange={(last) => choose({ last })}
            />
          </div>
          <Problem words={problemOf('last')} />
        </div>
      )}
    </div>
  );
}

function Problem({ words }: { words: string | undefined }) {
  return words === undefined ? null : (
    <p className={styles.problem} role="alert">
      {words}
    </p>
  );
}

function Check(props: { label: string; checked: boolean; onChange(checked: boolean): void }) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={props.checked}
        onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
      />
      {props.label}
    </label>
  );
}
