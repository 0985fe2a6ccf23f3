import type { FilterAction } from '@bocau/contract/rule-definitions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { ChoiceDialog } from '../../ui/layers/choice-dialog.tsx';
import { actionNames, actionWords } from './filter-words.ts';

type Props = {
  asked: 'leave' | 'broad' | null;
  /** The actions of the filter as it would be saved. */
  actions: readonly FilterAction[];
  onStay(): void;
  onGo(): void;
  onConditions(): void;
};

/** Asks before typed text is lost, and before saving a filter that matches nearly every message. */
export function EditorQuestion({ asked, actions, onStay, onGo, onConditions }: Props) {
  const { t } = useTranslation();
  const model = useMailModel();
  if (asked === null) return null;
  if (asked === 'broad') {
    const words = actionWords(t, actions, actionNames(model));
    return (
      <ChoiceDialog
        title={t('filters.editor.broad.title')}
        safe={t('filters.editor.broad.back')}
        other={{ label: t('filters.editor.broad.save') }}
        onSafe={onConditions}
        onOther={onGo}
      >
        {t('filters.editor.broad.text', { actions: words })}
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
