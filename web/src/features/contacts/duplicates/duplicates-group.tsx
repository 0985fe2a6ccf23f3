import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { nameOf } from '../contact-acts.ts';
import { ContactAvatar } from '../contact-avatar.tsx';
import { cardLines, fullestCard } from './card-lines.ts';
import styles from './duplicates.module.css';
import type { Duplicates } from './use-duplicates.ts';

type Props = {
  group: Duplicates;
  /** Settles with why it was refused. */
  onMerge(keepId: string): Promise<string | null>;
  onApart(): void;
};

/** The cards of a group side by side, with the one that is kept. */
export function DuplicatesGroup({ group, onMerge, onApart }: Props) {
  const { t } = useTranslation();
  const { by, value, cards } = group;
  const heading = useId();
  const [keepId, setKeepId] = useState(() => fullestCard(cards)?.id ?? '');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function merge(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setRefusal(null);
    setRefusal(await onMerge(keepId));
    setBusy(false);
  }

  return (
    <div className={styles.group}>
      <h3 id={heading}>{t(`contactTools.duplicates.by.${by}`, { value })}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls sideways can be scrolled by keys */}
      <section className={styles.table} tabIndex={0} aria-labelledby={heading}>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t('contactTools.duplicates.part')}</span>
              </th>
              {cards.map((card) => (
                <th key={card.id} scope="col" data-kept={card.id === keepId || undefined}>
                  <label>
                    <input
                      type="radio"
                      name={heading}
                      aria-label={`${t('contactTools.duplicates.keep')}: ${nameOf(card)}`}
                      checked={card.id === keepId}
                      onChange={() => setKeepId(card.id)}
                    />
                    <ContactAvatar contact={card} />
                    <span>{t('contactTools.duplicates.keep')}</span>
                  </label>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cardLines(t, cards).map(({ title, values, differs }) => (
              <tr key={title} data-differs={differs || undefined}>
                <th scope="row">
                  {title}
                  {differs && <small>{t('contactTools.duplicates.differs')}</small>}
                </th>
                {cards.map(({ id }, at) => (
                  <td key={id} data-kept={id === keepId || undefined}>
                    {values[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {refusal !== null && (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
      <div className={styles.acts}>
        <Button variant="default" disabled={busy} onClick={onApart}>
          {t('contactTools.duplicates.notSame')}
        </Button>
        <Button loading={busy} onClick={() => void merge()}>
          {t('contactTools.duplicates.merge', { count: cards.length })}
        </Button>
      </div>
    </div>
  );
}
