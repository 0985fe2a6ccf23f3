import type { Invoice } from '@bocau/contract/invoices.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './invoice-sums.module.css';
import type { Tally } from './use-invoices.ts';
import type { InvoicesScreenState } from './use-invoices-screen.ts';

export function tallyOf(invoices: readonly Invoice[]): Tally {
  const among = (is: (invoice: Invoice) => boolean) => invoices.filter(is).length;
  return {
    failed: among(({ state, standing }) => state === 'failed' && standing === 'valid'),
    duplicate: among(({ standing }) => standing === 'duplicate'),
    replaced: among(({ standing }) => standing === 'replaced'),
  };
}

/** What the sums have and leave out; of a list, each part leads to those that it tells of. */
export function TallyLine({ tally, screen }: { tally: Tally; screen: InvoicesScreenState }) {
  const { t } = useTranslation();
  const { state, counted } = screen.selection;
  const isPicked = screen.rows.picked.length > 0;
  const { failed } = tally;
  const uncounted = tally.duplicate + tally.replaced;
  if (failed + uncounted === 0) return null;
  return (
    <p className={styles.tally}>
      <Part
        words={failed > 0 ? t('invoices.sums.withFailed', { count: failed }) : ''}
        isShown={isPicked || (state === 'failed' && counted === 'yes')}
        onShow={() => screen.choose({ state: 'failed', counted: 'yes' })}
      />
      <Part
        words={uncounted > 0 ? t('invoices.sums.without', { count: uncounted }) : ''}
        isShown={isPicked || counted === 'no'}
        onShow={() => screen.choose({ state: undefined, counted: 'no' })}
      />
    </p>
  );
}

function Part({ words, isShown, onShow }: { words: string; isShown: boolean; onShow(): void }) {
  if (words === '') return null;
  if (isShown) return <span>{words}</span>;
  return (
    <button type="button" onClick={onShow}>
      {words}
    </button>
  );
}
