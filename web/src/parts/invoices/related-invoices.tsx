import type { InvoiceDetail } from '@bocau/contract/invoices.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './invoice-dialog.module.css';

type Props = { invoice: InvoiceDetail; onShow(id: string): void };

/** The invoices that this one doubles, replaces or adjusts, and those that do so to it. */
export function RelatedInvoices({ invoice, onShow }: Props) {
  const { t } = useTranslation();
  const { duplicate_of: first, original, later, checks } = invoice;
  const isOther = checks.some(({ reason }) => reason === 'same_number_other_content');
  return (
    <>
      {first !== null && (
        <Line
          words={t(isOther ? 'invoices.related.sameNumber' : 'invoices.related.duplicate')}
          id={first}
          counts={false}
          onShow={onShow}
        />
      )}
      {later.map(({ id, number, kind, proven }) => (
        <Line
          key={id}
          words={t(`invoices.related.${laterKey(kind, proven)}`, { number })}
          id={id}
          counts={invoice.standing === 'valid'}
          onShow={onShow}
        />
      ))}
      {original && (
        <Line
          words={t(`invoices.related.${original.kind}`, { number: original.number })}
          id={original.id}
          counts
          onShow={onShow}
        />
      )}
    </>
  );
}

function laterKey(kind: 'replaces' | 'adjusts', isBelieved: boolean) {
  if (!isBelieved) return 'claimed';
  return kind === 'replaces' ? 'replaced' : 'adjusted';
}

type LineProps = { words: string; id: string | null; counts: boolean; onShow(id: string): void };

function Line({ words, id, counts, onShow }: LineProps) {
  const { t } = useTranslation();
  return (
    <p className={styles.related} data-counts={counts}>
      {words}{' '}
      {id === null ? (
        t('invoices.related.notHere')
      ) : (
        <button type="button" className={styles.link} onClick={() => onShow(id)}>
          {t('invoices.related.see')}
        </button>
      )}
    </p>
  );
}
