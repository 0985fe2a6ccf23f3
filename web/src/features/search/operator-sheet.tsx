import { writeOperator } from '@bocau/contract/typed-search.ts';
import { OR_WORDS } from '@bocau/contract/typed-search-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { OPERATOR_EXAMPLES, type OperatorMeaning } from './operator-hints.ts';
import styles from './operator-sheet.module.css';

/** The cheat sheet of search operators, each with an example in the language of the interface. */
export function OperatorSheet({ onClose }: { onClose(): void }) {
  const { t, language } = useTranslation();
  const examples = Object.entries(OPERATOR_EXAMPLES) as [
    OperatorMeaning,
    (typeof OPERATOR_EXAMPLES)[OperatorMeaning],
  ][];
  return (
    <Modal
      opened
      onClose={onClose}
      size={720}
      title={t('search.operators')}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <p className={styles.intro}>{t('searchOperators.intro')}</p>
      <h3 className={styles.heading}>{t('searchOperators.operators')}</h3>
      <dl className={styles.lines}>
        {examples.map(([means, example]) => (
          <Line
            key={means}
            typed={writeOperator(example, language) ?? ''}
            words={t(`searchOperators.means.${means}`)}
          />
        ))}
      </dl>
      <h3 className={styles.heading}>{t('searchOperators.words')}</h3>
      <dl className={styles.lines}>
        <Line typed={'"công nợ"'} words={t('searchOperators.phrase')} />
        <Line typed="-nháp" words={t('searchOperators.excluded')} />
        <Line typed={`thép ${OR_WORDS[language]} "xi măng"`} words={t('searchOperators.choice')} />
        <Line typed="hop dong" words={t('searchOperators.marks')} />
      </dl>
    </Modal>
  );
}

function Line({ typed, words }: { typed: string; words: string }) {
  return (
    <div className={styles.line}>
      <dt>
        <code>{typed}</code>
      </dt>
      <dd>{words}</dd>
    </div>
  );
}
