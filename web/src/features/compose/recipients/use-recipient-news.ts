import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeRecipient } from '../../../model/compose/compose-model.ts';
import { shownName } from './recipient-tag.tsx';

/** Announces to screen readers that recipients were added or removed. */
export function useRecipientNews(recipients: readonly ComposeRecipient[]): string {
  const { t } = useTranslation();
  const known = useRef(recipients);
  const [news, setNews] = useState('');
  useEffect(() => {
    const before = known.current;
    known.current = recipients;
    const added = missingIn(before, recipients);
    const removed = missingIn(recipients, before);
    const [one] = added.length > 0 ? added : removed;
    if (!one) return;
    const person = shownName(one);
    if (added.length > 1) setNews(t('compose.recipients.addedMany', { count: added.length }));
    else if (added.length === 1) setNews(t('compose.recipients.added', { person }));
    else if (removed.length > 1) setNews(t('compose.recipients.removedMany', { count: removed.length }));
    else setNews(t('compose.recipients.removed', { person }));
  }, [recipients, t]);
  return news;
}

function missingIn(
  known: readonly ComposeRecipient[],
  all: readonly ComposeRecipient[],
): readonly ComposeRecipient[] {
  const emails = new Set(known.map(({ email }) => email));
  return all.filter(({ email }) => !emails.has(email));
}
