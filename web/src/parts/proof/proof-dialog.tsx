import { Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useEffect } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { useApi } from '../mailbox/use-api.ts';
import { ProofByPasskey } from '../passkeys/proof-by-passkey.tsx';
import { useQuery } from '../queries/use-query.ts';
import { useAskedField } from './use-asked-field.ts';

/** Asks the user for a proof of identity: the code if two-step sign-in is on, otherwise the password. */
export function ProofDialog({ onAnswer }: { onAnswer(proven: boolean): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const { field, typed, busy, props, refuse, send } = useAskedField();
  const state = useQuery({
    queryKey: ['two-step'],
    queryFn: async () => (await api.getTwoStep({})).data,
    staleTime: 0,
  });
  const proof = state.data?.proof;
  const waiting = !proof && state.fetchStatus === 'fetching';

  // The field appears after the dialog has already placed the focus.
  useEffect(() => {
    if (proof) field.current?.focus();
  }, [proof, field]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (waiting) return;
    if (!proof) return void state.refetch();
    if (typed === '') return refuse(t(`proof.missing.${proof}`));
    void send(async () => {
      await api.proveIdentity({ body: proof === 'code' ? { code: typed } : { password: typed } });
      onAnswer(true);
    });
  }

  return (
    <Modal
      opened
      onClose={() => onAnswer(false)}
      title={t('proof.title')}
      size={440}
      centered
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form onSubmit={submit} noValidate>
        {proof && (
          <p style={{ margin: '0 0 16px' }}>{t(proof === 'code' ? 'proof.whyCode' : 'proof.whyPassword')}</p>
        )}
        {proof === 'code' && (
          <TextInput {...props} label={t('proof.code')} autoComplete="one-time-code" autoCapitalize="none" />
        )}
        {proof === 'password' && (
          <PasswordInput
            {...props}
            label={t('proof.password')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }}
          />
        )}
        {state.data?.methods.includes('passkey') && <ProofByPasskey onProven={() => onAnswer(true)} />}
        {waiting && <p role="status">{t('common.loading')}</p>}
        {!proof && !waiting && <p role="alert">{t('proof.failed')}</p>}
        <Group justify="flex-end" mt={20} gap={8}>
          <Button variant="default" onClick={() => onAnswer(false)}>
            {t('common.actions.cancel')}
          </Button>
          {/* `disabled` would lose the focus to the page. */}
          <Button type="submit" loading={busy} data-disabled={waiting || undefined} aria-disabled={waiting}>
            {t(state.isError && !proof ? 'common.actions.retry' : 'proof.submit')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
