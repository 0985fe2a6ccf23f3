import { useTranslation } from '../../../i18n/use-translation.ts';
import type { SendAsks } from '../../../model/compose/compose-model.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import styles from './dialogs.module.css';
import { Names } from './names.tsx';
import { SpamFindings } from './spam-findings.tsx';

/** The questions asked in this dialog; the one about running uploads has a dialog of its own. */
export type Question = Exclude<SendAsks, { kind: 'uploading' }>;

const TITLES = {
  virus: 'virusTitle',
  not_scanned: 'notScannedTitle',
  files_failed: 'filesFailedTitle',
  outside: 'outsideTitle',
  empty_subject: 'subjectTitle',
  empty_body: 'bodyTitle',
  forgotten_attachment: 'forgottenTitle',
  unfilled: 'unfilledTitle',
} as const;

type Props = { questions: readonly Question[]; onAnswer(goOn: boolean): void };

/** SD-7, SD-8, SP-3 and the forgotten attachment: all questions about a message in one dialog. */
export function QuestionsDialog({ questions, onAnswer }: Props) {
  const { t } = useTranslation();
  const [only] = questions.length === 1 ? questions : [];
  const isDangerous = questions.some(({ kind }) => kind === 'virus');
  const goOn = only?.kind === 'files_failed' ? t('sending.asks.withoutThem') : t('sending.asks.anyway');
  return (
    <ChoiceDialog
      title={titleOf(only)}
      safe={t(only?.kind === 'forgotten_attachment' ? 'sending.asks.addFiles' : 'sending.asks.back')}
      other={{ label: goOn, ...(isDangerous && { tone: 'danger' }) }}
      onSafe={() => onAnswer(false)}
      onOther={() => onAnswer(true)}
    >
      {questions.map((question) => (
        <section key={question.kind} className={styles.question}>
          {about(question)}
        </section>
      ))}
    </ChoiceDialog>
  );

  function titleOf(question: Question | undefined): string {
    if (!question) return t('sending.asks.severalTitle');
    return question.kind === 'spam' ? t('sending.spam.title') : t(`sending.asks.${TITLES[question.kind]}`);
  }

  function about(question: Question) {
    switch (question.kind) {
      case 'spam':
        return <SpamFindings symbols={question.symbols} />;
      case 'outside':
        return (
          <>
            <p>{t('sending.asks.outside')}</p>
            <Names names={question.emails} />
          </>
        );
      case 'unfilled':
        return (
          <>
            <p>{t('sending.asks.unfilled')}</p>
            <Names names={question.fields.map((field) => `{${field}}`)} />
          </>
        );
      case 'empty_subject':
        return <p>{t('sending.asks.subject')}</p>;
      case 'empty_body':
        return <p>{t('sending.asks.body')}</p>;
      case 'forgotten_attachment':
        return <p>{t('sending.asks.forgotten')}</p>;
      default:
        return (
          <>
            <p>{t(`sending.asks.${WORDS_OF_FILES[question.kind]}`)}</p>
            <Names names={question.files.map(({ name }) => name)} />
          </>
        );
    }
  }
}

const WORDS_OF_FILES = { virus: 'virus', not_scanned: 'notScanned', files_failed: 'filesFailed' } as const;
