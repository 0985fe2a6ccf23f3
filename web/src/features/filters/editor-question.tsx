import { useTranslation } from '../../i18n/use-translation.ts';
import { ChoiceDialog } from '../../ui/layers/choice-dialog.tsx';

type Props = {
  asked: 'leave' | 'broad' | null;
  actions: string;
  onStay(): void;
  onGo(): void;
  onConditions(): void;
};

/** Asks before what was typed is lost, and before a filter is saved that hardly leaves a message out. */
export function EditorQuestion({ asked, actions, onStay, onGo, onConditions }: Props) {
  const { t } = useTranslation();
  if (asked === null) return null;
  if (asked === 'broad') {
    return (
      <ChoiceDialog
        title={t('filters.editor.broad.title')}
        safe={t('filters.editor.broad.back')}
        other={{ label: t('filters.editor.broad.save') }}
        onSafe={onConditions}
        onOther={onGo}
      >
        {t('filters.editor.broad.text', { actions })}
      </ChoiceDialog>
    );
  }
  return (
    <ChoiceDialog
      title={t('filters.editor.leave.title')}
      safe={t('filters.editor.leave.stay')}
      other={{ label: t('filters.editor.leave.discard'), tone: 'danger' }}
      onSafe={onStay}
      onOther={onGo}
    >
      {t('filters.editor.leave.text')}
    </ChoiceDialog>
  );
}
