import type { TwoStepSetup } from '@bocau/contract/second-step.ts';
import { Button } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { notify } from '../../parts/notices/notify.ts';
import { ChoiceDialog } from '../../ui/layers/choice-dialog.tsx';
import { Modal } from '../../ui/layers/modal.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetupDialog } from './setup-dialog.tsx';
import { TurnOffDialog } from './turn-off-dialog.tsx';
import step from './two-step-page.module.css';

/** `first`: two-step verification was turned on just now; from here on mail programs need app passwords. */
export type TwoStepQuestion =
  | { kind: 'setup'; setup: TwoStepSetup }
  | { kind: 'codes'; codes: string[]; first: boolean }
  | { kind: 'off' | 'new-codes' };

type Props = {
  open: TwoStepQuestion | null;
  onOpen(next: TwoStepQuestion | null): void;
  onClose(): void;
  onChanged(): void;
  onMakeCodes(): void;
  onMakeApp(): void;
};

/** The dialogs of the two-step page, including what is shown only once. */
export function TwoStepDialogs({ open, onOpen, onClose, onChanged, onMakeCodes, onMakeApp }: Props) {
  const { t } = useTranslation();
  if (open?.kind === 'setup') {
    return (
      <SetupDialog
        setup={open.setup}
        onClose={onClose}
        onTurnedOn={(codes) => {
          onOpen({ kind: 'codes', codes, first: true });
          onChanged();
        }}
      />
    );
  }
  if (open?.kind === 'codes') {
    const makeApp = () => {
      onOpen(null);
      onMakeApp();
    };
    return <CodesDialog codes={open.codes} onMakeApp={open.first ? makeApp : null} onClose={onClose} />;
  }
  if (open?.kind === 'new-codes') {
    return (
      <ChoiceDialog
        title={t('protection.recovery.makeTitle')}
        safe={t('common.actions.cancel')}
        other={{ label: t('protection.recovery.make') }}
        onSafe={onClose}
        onOther={() => {
          onOpen(null);
          onMakeCodes();
        }}
      >
        {t('protection.recovery.makeAbout')}
      </ChoiceDialog>
    );
  }
  if (open?.kind !== 'off') return null;
  return (
    <TurnOffDialog
      onClose={onClose}
      onOff={() => {
        onClose();
        notify({ text: t('protection.step.turnedOff') });
        onChanged();
      }}
    />
  );
}

type CodesProps = { codes: string[]; onMakeApp: (() => void) | null; onClose(): void };

/** Shows the recovery codes once, and offers an app password where one is likely to be needed. */
function CodesDialog({ codes, onMakeApp, onClose }: CodesProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('protection.recovery.shown')}
      size={640}
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <RecoveryCodes codes={codes} onKept={onClose} />
      {onMakeApp && (
        <div className={`${step.note} not-printed`} style={{ marginTop: 16 }}>
          <p style={{ margin: '0 0 8px' }}>{t('protection.app.offer')}</p>
          <Button variant="default" onClick={onMakeApp}>
            {t('protection.app.make')}
          </Button>
        </div>
      )}
    </Modal>
  );
}
