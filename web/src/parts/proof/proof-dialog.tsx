import { ApiError } from '@bocau/contract/client.ts';
import { Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { useApi } from '../mailbox/use-api.ts';
import { useQuery } from '../queries/use-query.ts';

/** Asks once more who it is: for the code where two-step sign-in is on, else for the password. */
export function ProofDialog({ onAnswer }: { onAnswer(proven: boolean): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const state = useQuery({
    queryKey: ['two-step'],
    queryFn: async () => (await api.getTwoStep({})).data,
    staleTime: 0,
  });
  const proof = state.data?.proof;
  const waiting = !proof && state.fetchStatus === 'fetching';

  // The field comes with the answer, after the dialog has put the focus on what was there.
  useEffect(() => {
    if (proof) field.current?.focus();
  }, [proof]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || waiting) return;
    if (!proof) return void state.refetch();
    if (typed === '') return setFault(t(`proof.missing.${proof}`));
    setBusy(true);
    try {
      await api.proveIdentity({ body: proof === 'code' ? { code: typed } : { password: typed } });
      onAnswer(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(errorWords(t, error));
      setBusy(false);
      field.current?.focus();
      field.current?.select();
    }
  }

  const common = {
    ref: field,
    size: 'md',
    value: typed,
    error: fault,
    'data-autofocus': true,
    onChange(event: { currentTarget: { value: string } }) {
      setTyped(event.currentTarget.value);
      setFault(null);
    },
  } as const;

  return (
    <Modal
      opened
      onClose={() => onAnswer(false)}
      title={t('proof.title')}
      size={440}
      centered
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        {proof && (
          <p style={{ margin: '0 0 16px' }}>{t(proof === 'code' ? 'proof.whyCode' : 'proof.whyPassword')}</p>
        )}
        {proof === 'code' && (
          <TextInput {...common} label={t('proof.code')} autoComplete="one-time-code" autoCapitalize="none" />
        )}
        {proof === 'password' && (
          <PasswordInput
            {...common}
            label={t('proof.password')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }}
          />
        )}
        {waiting && <p role="status">{t('common.loading')}</p>}
        {!proof && !waiting && <p role="alert">{t('proof.failed')}</p>}
        <Group justify="flex-end" mt={20} gap={8}>
          <Button variant="default" onClick={() => onAnswer(false)}>
            {t('common.actions.cancel')}
          </Button>
          {/* A button that is disabled under the focus would lose it to the page. */}
          <Button type="submit" loading={busy} data-disabled={waiting || undefined} aria-disabled={waiting}>
            {t(state.isError && !proof ? 'common.actions.retry' : 'proof.submit')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
