import { useTranslation } from '../../../i18n/use-translation.ts';
import { readableSize } from '../../../lib/sizes.ts';
import type { SendProblem } from '../../../model/compose/compose-model.ts';
import { ChoiceDialog } from './choice-dialog.tsx';
import { Names } from './names.tsx';

type Props = { problem: SendProblem; onAnswer(goOn: boolean): void };

/** SD-2 to SD-9 and the forgotten file, each with its own words. */
export function ProblemDialog({ problem, onAnswer }: Props) {
  const { t } = useTranslation();
  const back = () => onAnswer(false);
  const goOn = () => onAnswer(true);
  const anyway = { label: t('sending.asks.anyway') };

  switch (problem.kind) {
    case 'virus':
      return (
        <ChoiceDialog
          title={t('sending.asks.virusTitle')}
          safe={t('sending.asks.back')}
          other={{ ...anyway, tone: 'danger' }}
          onSafe={back}
          onOther={goOn}
        >
          <p>{t('sending.asks.virus')}</p>
          <Names names={problem.files.map(({ name }) => name)} />
        </ChoiceDialog>
      );
    case 'not_scanned':
      return (
        <ChoiceDialog
          title={t('sending.asks.notScannedTitle')}
          safe={t('sending.asks.back')}
          other={anyway}
          onSafe={back}
          onOther={goOn}
        >
          <p>{t('sending.asks.notScanned')}</p>
          <Names names={problem.files.map(({ name }) => name)} />
        </ChoiceDialog>
      );
    case 'files_failed':
      return (
        <ChoiceDialog
          title={t('sending.asks.filesFailedTitle')}
          safe={t('sending.asks.back')}
          other={{ label: t('sending.asks.withoutThem') }}
          onSafe={back}
          onOther={goOn}
        >
          <p>{t('sending.asks.filesFailed')}</p>
          <Names names={problem.files.map(({ name }) => name)} />
        </ChoiceDialog>
      );
    case 'empty_subject':
      return (
        <ChoiceDialog
          title={t('sending.asks.subjectTitle')}
          safe={t('sending.asks.back')}
          other={anyway}
          onSafe={back}
          onOther={goOn}
        >
          <p>{t('sending.asks.subject')}</p>
        </ChoiceDialog>
      );
    case 'empty_body':
      return (
        <ChoiceDialog
          title={t('sending.asks.bodyTitle')}
          safe={t('sending.asks.back')}
          other={anyway}
          onSafe={back}
          onOther={goOn}
        >
          <p>{t('sending.asks.body')}</p>
        </ChoiceDialog>
      );
    case 'forgotten_attachment':
      return (
        <ChoiceDialog
          title={t('sending.asks.forgottenTitle')}
          safe={t('sending.asks.addFiles')}
          other={anyway}
          onSafe={back}
          onOther={goOn}
        >
          <p>{t('sending.asks.forgotten')}</p>
        </ChoiceDialog>
      );
    case 'invalid_recipients':
      return (
        <ChoiceDialog
          title={t('sending.blocks.invalidTitle')}
          safe={t('sending.blocks.understood')}
          onSafe={back}
        >
          <p>{t('sending.blocks.invalid')}</p>
          <Names names={problem.emails} />
        </ChoiceDialog>
      );
    case 'uploading':
    case 'zip':
    case 'outside_recipients':
      return null;
    default:
      return (
        <ChoiceDialog
          title={t('sending.failedTitles.send')}
          safe={t('sending.blocks.understood')}
          onSafe={back}
        >
          <p>{wordsOfBlock()}</p>
        </ChoiceDialog>
      );
  }

  function wordsOfBlock(): string {
    if (problem.kind === 'attachments_too_large') {
      const sizes = { size: readableSize(problem.bytes), most: readableSize(problem.most) };
      return t('composeWindow.notes.tooLarge', sizes);
    }
    if (problem.kind === 'body_too_long') {
      const { characters, most } = problem;
      return t('composeWindow.notes.tooLong', { characters, most });
    }
    if (problem.kind === 'no_sender' || problem.kind === 'no_receiver') {
      return t(`sending.failures.${problem.kind}`);
    }
    return t('composeWindow.notes.disabled');
  }
}
