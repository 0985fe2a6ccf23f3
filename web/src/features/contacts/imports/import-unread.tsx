import type { ContactImportPlan } from '@bocau/contract/contact-imports.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from '../../../parts/imports/import.module.css';

type Props = { unread: ContactImportPlan['unread']; ofCards: boolean };

/** Values that are not what their column or property means, each with its line, and what becomes of it. */
export function ImportUnread({ unread: { total, first }, ofCards }: Props) {
  const { t } = useTranslation();
  if (total === 0) return null;
  const rest = total - first.length;
  return (
    <details className={styles.faults}>
      <summary>{t('contactTools.import.unread', { count: total })}</summary>
      <ul>
        {first.map(({ line, what, value, problem, kept }) => (
          <li key={`${line} ${what} ${value}`}>
            {t(ofCards ? 'contactTools.import.faultCard' : 'contactTools.import.fault', {
              line,
              problem: t('contactTools.import.unreadValue', {
                ...{ what, value },
                problem: t(`contactTools.import.unreadProblems.${problem}`),
                kept: t(`contactTools.import.kept.${kept}`),
              }),
            })}
          </li>
        ))}
      </ul>
      {rest > 0 && <p>{t('contactTools.import.moreUnread', { count: rest })}</p>}
    </details>
  );
}
