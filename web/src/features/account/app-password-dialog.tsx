import type { AppScope } from '@bocau/contract/app-passwords.ts';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { AppPasswordForm } from './app-password-form.tsx';
import { MadePassword } from './made-password.tsx';

type Props = {
  /** The scopes to choose from. */
  offered: readonly AppScope[];
  onMade(): void;
  onClose(): void;
};

/** Asks for a name and, where there is a choice, a scope; then shows the password once. */
export function AppPasswordDialog({ offered, onMade, onClose }: Props) {
  const { t } = useTranslation();
  const [made, setMade] = useState<{ name: string; password: string } | null>(null);

  function show(name: string, password: string) {
    setMade({ name, password });
    onMade();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={made ? t('protection.app.made', { name: made.name }) : t('protection.app.make')}
      size={460}
      centered
      closeOnClickOutside={!made}
      closeOnEscape={!made}
      withCloseButton={!made}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      {made ? (
        <MadePassword password={made.password} onClose={onClose} />
      ) : (
        <AppPasswordForm offered={offered} onMade={show} onClose={onClose} />
      )}
    </Modal>
  );
}
