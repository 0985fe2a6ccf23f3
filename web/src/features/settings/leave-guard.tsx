import { type RefObject, useCallback } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useHeldNavigation } from '../../router/router.tsx';
import { ChoiceDialog } from '../../ui/layers/choice-dialog.tsx';
import { useUnsavedForm } from '../../ui/unsaved-forms.ts';

/** Asks before unsaved changes are lost; `leaving` means that they are discarded on purpose. */
export function LeaveGuard({ unsaved, leaving }: { unsaved: boolean; leaving: RefObject<boolean> }) {
  const { t } = useTranslation();
  const { held, stay, proceed } = useHeldNavigation(
    useCallback(
      (from, to) => unsaved && !leaving.current && from.pathname !== to.pathname,
      [unsaved, leaving],
    ),
  );
  useUnsavedForm(unsaved);
  if (!held) return null;
  return (
    <ChoiceDialog
      title={t('settings.leave.title')}
      safe={t('settings.leave.stay')}
      other={{ label: t('settings.leave.discard'), tone: 'danger' }}
      onSafe={stay}
      onOther={proceed}
    >
      {t('settings.leave.text')}
    </ChoiceDialog>
  );
}
