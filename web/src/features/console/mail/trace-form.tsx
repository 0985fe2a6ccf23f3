import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { now } from '../../../lib/timers.ts';
import styles from './mail.module.css';

const HOUR = 3600;
const SPANS = { hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR, month: 30 * 24 * HOUR };
type Span = keyof typeof SPANS;

export type TraceAsked = { message?: string; sender?: string; recipient?: string; from: number };

/** The search form of the trace; nothing is searched until it is submitted. */
export function TraceForm({ onSearch }: { onSearch(asked: TraceAsked): void }) {
  const { t } = useTranslation();
  const [message, setMessage] = useState('');
  const [sender, setSender] = useState('');
  const [recipient, setRecipient] = useState('');
  const [span, setSpan] = useState<Span>('day');

  function search(event: FormEvent) {
    event.preventDefault();
    const [id, from, to] = [message.trim(), sender.trim(), recipient.trim()];
    onSearch({
      ...(id && { message: id }),
      ...(from && { sender: from }),
      ...(to && { recipient: to }),
      from: since(span),
    });
  }

  return (
    <form className={styles.asking} onSubmit={search}>
      <div className={styles.fields}>
        <TextInput
          label={t('adminMail.trace.sender')}
          type="email"
          inputMode="email"
          maxLength={320}
          value={sender}
          onChange={({ currentTarget }) => setSender(currentTarget.value)}
        />
        <TextInput
          label={t('adminMail.trace.recipient')}
          type="email"
          inputMode="email"
          maxLength={320}
          value={recipient}
          onChange={({ currentTarget }) => setRecipient(currentTarget.value)}
        />
        <TextInput
          label={t('adminMail.trace.message')}
          maxLength={998}
          value={message}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        <NativeSelect
          label={t('adminMail.trace.within')}
          data={Object.keys(SPANS).map((value) => ({
            value,
            label: t(`adminMail.trace.spans.${value as Span}`),
          }))}
          value={span}
          onChange={({ currentTarget }) => setSpan(currentTarget.value as Span)}
        />
      </div>
      <div className={styles.acts}>
        <Button type="submit">{t('adminMail.trace.search')}</Button>
        <Button variant="default" onClick={() => onSearch({ from: since('hour') })}>
          {t('adminMail.trace.latest')}
        </Button>
      </div>
    </form>
  );
}

function since(span: Span): number {
  return Math.floor(now() / 1000) - SPANS[span];
}
