import {
  LONGEST_CLIENT,
  LONGEST_CLIENT_SECRET,
  LONGEST_ISSUER,
  type DomainSignOn as Shown,
} from '@bocau/contract/admin-sign-on.ts';
import { ApiError } from '@bocau/contract/client.ts';
import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQueries, useQuery } from '../../../parts/queries/use-query.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import people from '../people/people.module.css';
import { EMPTY, type SignOnField, useSignOnFields } from './use-sign-on-fields.ts';

/** Single sign-on of the domain: the OpenID Connect provider with which its people may sign in. */
export function DomainSignOn({ name }: { name: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const signOn = useQuery({
    queryKey: ['domain-sign-on', name],
    queryFn: async () => (await api.showDomainSignOn({ params: { domain: name } })).data,
    gcTime: 0,
  });
  return (
    <section className={people.part} aria-labelledby="domain-sign-on">
      <h3 id="domain-sign-on">{t('admin.signOn.title')}</h3>
      <p>{t('admin.signOn.about')}</p>
      {signOn.data ? (
        <SignOnForm name={name} shown={signOn.data} onChanged={signOn.refetch} />
      ) : (
        <AccountState query={signOn} lines={3} />
      )}
    </section>
  );
}

type FormProps = { name: string; shown: Shown; onChanged(): Promise<unknown> };

function SignOnForm({ name, shown, onChanged }: FormProps) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const { busy, run } = useAccountAttempt();
  const { provider } = shown;
  const { typed, setTyped, refuse, focus, fieldOf } = useSignOnFields(provider);
  const [trusts, setTrusts] = useState(provider?.trust_email ?? false);
  const [asking, setAsking] = useState(false);
  const params = { domain: name };

  async function changed(words: string) {
    notify({ text: words });
    setTyped((now) => ({ ...now, client_secret: '' }));
    await Promise.all([onChanged(), queries.invalidateQueries({ queryKey: ['audit-log'] })]);
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    const [issuer, client] = [typed.issuer.trim(), typed.client.trim()];
    if (issuer === '') return refuse('issuer');
    if (client === '') return refuse('client');
    const secret = typed.client_secret.trim();
    const body = { issuer, client, trust_email: trusts, ...(secret !== '' && { client_secret: secret }) };
    await run(async () => {
      try {
        await api.setDomainSignOn({ params, body });
      } catch (error) {
        const field = error instanceof ApiError ? faultOf(error) : null;
        if (field === null) throw error;
        return refuse(field);
      }
      await changed(t('admin.signOn.saved', { name }));
    });
  }

  async function remove() {
    setAsking(false);
    await run(async () => {
      await api.removeDomainSignOn({ params });
      setTyped(EMPTY);
      setTrusts(false);
      focus('issuer');
      await changed(t('admin.signOn.removed', { name }));
    });
  }

  return (
    <form className={people.part} onSubmit={(event) => void save(event)} noValidate>
      <dl className={people.facts}>
        <dt>{t('admin.signOn.redirect')}</dt>
        <dd className={people.address}>{shown.redirect_uri}</dd>
        <dt>{t('admin.signOn.postLogout')}</dt>
        <dd className={people.address}>{shown.post_logout_redirect_uri}</dd>
      </dl>
      <TextInput {...fieldOf('issuer', LONGEST_ISSUER)} placeholder="https://login.example.com/realms/mail" />
      <TextInput {...fieldOf('client', LONGEST_CLIENT)} />
      <PasswordInput
        {...fieldOf('client_secret', LONGEST_CLIENT_SECRET)}
        autoComplete="new-password"
        placeholder={provider?.has_secret ? t('admin.signOn.kept') : ''}
        visibilityToggleButtonProps={{ 'aria-label': t('admin.signOn.showSecret') }}
      />
      <Checkbox
        label={t('admin.signOn.trust')}
        description={t('admin.signOn.trustAbout', { domain: name })}
        checked={trusts}
        onChange={({ currentTarget }) => setTrusts(currentTarget.checked)}
      />
      <div className={people.acts}>
        <Button type="submit" variant="default" loading={busy}>
          {t('admin.signOn.save')}
        </Button>
        {provider && (
          <Button variant="default" disabled={busy} onClick={() => setAsking(true)}>
            {t('admin.signOn.remove')}…
          </Button>
        )}
      </div>
      {asking && (
        <ChoiceDialog
          title={t('admin.signOn.ask', { name })}
          safe={t('common.actions.cancel')}
          other={{ label: t('admin.signOn.remove'), tone: 'danger' }}
          onSafe={() => setAsking(false)}
          onOther={() => void remove()}
        >
          <p>{t('admin.signOn.askText')}</p>
        </ChoiceDialog>
      )}
    </form>
  );
}

/** The field that the server refused. */
function faultOf({ code, details }: ApiError): SignOnField | null {
  if (code !== 'invalid_input' || !Array.isArray(details['fields'])) return null;
  const [first] = details['fields'] as { field?: string }[];
  return (['issuer', 'client', 'client_secret'] as const).find((field) => field === first?.field) ?? null;
}
