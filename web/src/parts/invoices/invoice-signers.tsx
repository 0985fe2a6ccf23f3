import type { InvoiceSigner } from '@bocau/contract/invoices.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './invoice-dialog.module.css';

/** Who signed, as their certificates say of themselves. */
export function InvoiceSigners({ signers }: { signers: readonly InvoiceSigner[] }) {
  const { t } = useTranslation();
  if (signers.length === 0) return <p className={styles.muted}>{t('invoices.signers.none')}</p>;
  return (
    <ul className={styles.signers}>
      {signers.map((signer, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of a file never changes
        <li key={at} data-valid={signer.role === 'authority' ? undefined : signer.valid}>
          <div>
            {t(`invoices.signers.${signer.role}`)}: <b>{t(`invoices.signers.${resultOf(signer)}`)}</b>
          </div>
          {signer.name !== '' && (
            <div>
              {signer.name}
              {signer.tax_code !== '' && ` · ${t('invoices.card.taxCode', { code: signer.tax_code })}`}
            </div>
          )}
          {signer.issuer !== '' && (
            <div className={styles.muted}>
              {t('invoices.signers.certificate', {
                issuer: signer.issuer,
                from: dayOf(signer.valid_from),
                to: dayOf(signer.valid_to),
              })}
            </div>
          )}
          {signer.signed_at !== null && (
            <div className={styles.muted}>{t('invoices.signers.at', { date: dayOf(signer.signed_at) })}</div>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Any certificate may call itself the tax authority's; what was altered since they signed stands among the checks. */
function resultOf({ role, valid }: InvoiceSigner): 'valid' | 'invalid' | 'unproven' {
  if (role === 'authority') return 'unproven';
  return valid ? 'valid' : 'invalid';
}

/** In Vietnam, where these invoices are signed. */
const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Ho_Chi_Minh',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});
const dayOf = (unixSeconds: number) => DAY.format(unixSeconds * 1000);
