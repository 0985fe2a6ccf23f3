import { useEffect } from 'react';
import { encode } from 'uqr';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useContacts, useContactsModel } from '../../parts/contacts/use-contacts.ts';
import { codeTextOf } from './code-text.ts';
import styles from './contact-code.module.css';

const QUIET = 4;

/** The card as a code for the camera of a phone: dark on light in every theme, as not every camera inverts. */
export function ContactCode({ id }: { id: string }) {
  const { t } = useTranslation();
  const model = useContactsModel();
  const { card } = useContacts((reader) => reader.card(id));
  useEffect(() => model.holdCard(id), [model, id]);
  const code = card && encode(codeTextOf(card), { border: 0, ecc: 'L' });
  const whole = (code?.size ?? 0) + 2 * QUIET;
  return (
    <div className={styles.code}>
      {code && (
        <svg
          role="img"
          aria-label={t('contacts.code.label')}
          viewBox={`${-QUIET} ${-QUIET} ${whole} ${whole}`}
          shapeRendering="crispEdges"
        >
          <rect x={-QUIET} y={-QUIET} width={whole} height={whole} fill="white" />
          <path
            d={code.data
              .flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
              .join('')}
            fill="black"
          />
        </svg>
      )}
      <p>{t('contacts.code.text')}</p>
    </div>
  );
}
