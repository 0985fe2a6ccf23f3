import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../mailbox/use-api.ts';
import { answerByPasskey } from './authenticator.ts';
import { passkeyWords } from './passkey-words.ts';

/** The quicker proof of identity, for users with a passkey. */
export function ProofByPasskey({ onProven }: { onProven(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReturnType<typeof passkeyWords> | null>(null);

  async function prove() {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const passkey = await answerByPasskey((await api.askPasskeyProof({})).data);
      await api.proveIdentity({ body: { passkey } });
      onProven();
    } catch (error) {
      setProblem(passkeyWords(t, error));
      setBusy(false);
    }
  }

  return (
    <>
      {problem && <p role={problem.isFault ? 'alert' : 'status'}>{problem.text}</p>}
      <Button variant="default" fullWidth mt={12} loading={busy} onClick={() => void prove()}>
        {t('passkeys.orPasskey')}
      </Button>
    </>
  );
}
