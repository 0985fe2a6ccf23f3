import type { CalendarImportFault, CalendarImportPlan } from '@bocau/contract/calendar-imports.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from '../../../parts/imports/import.module.css';

/** The events of a file that are not imported, each with its line and why. */
export function ImportFaults({ faults: { total, first } }: Pick<CalendarImportPlan, 'faults'>) {
  const { t } = useTranslation();
  if (total === 0) return null;
  const rest = total - first.length;

  function words({ file, line, title, problem }: CalendarImportFault): string {
    const values = { line, title, problem: t(`calendarImport.problems.${problem}`) };
    const fault = t(title === '' ? 'calendarImport.fault' : 'calendarImport.faultNamed', values);
    return file === '' ? fault : t('calendarImport.inFile', { file, fault });
  }

  return (
    <details className={styles.faults}>
      <summary>{t('calendarImport.faults', { count: total })}</summary>
      <ul>
        {first.map((fault) => (
          <li key={`${fault.file} ${fault.line} ${fault.problem}`}>{words(fault)}</li>
        ))}
      </ul>
      {rest > 0 && <p>{t('calendarImport.moreFaults', { count: rest })}</p>}
    </details>
  );
}
