import { useId } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useCompose, useComposeModel, useComposeWindow } from '../../../parts/compose/lazy-compose.ts';
import styles from './lines.module.css';

/** CW-7: the choice of a sender; left out for users with only one address. */
export function SenderLine({ id }: { id: string }) {
  const { t } = useTranslation();
  const model = useComposeModel();
  const from = useComposeWindow(id)?.from ?? '';
  const senders = useCompose((compose) => compose.senders());
  const field = useId();
  const isKnown = senders.some(({ email }) => email === from);
  if (senders.length < 2 && isKnown) return null;
  return (
    <div className={styles.line}>
      <label className={styles.label} htmlFor={field}>
        {t('composeWindow.from')}
      </label>
      <select
        id={field}
        className={styles.select}
        value={from}
        aria-label={t('composeWindow.fromHint')}
        onChange={({ target }) => model.change(id, { from: target.value })}
      >
        {!isKnown && <option value={from}>{from}</option>}
        {senders.map(({ email, name }) => (
          <option key={email} value={email}>
            {name && name !== email ? `${name} <${email}>` : email}
          </option>
        ))}
      </select>
    </div>
  );
}
