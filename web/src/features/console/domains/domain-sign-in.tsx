import type { ShownDomain } from '@bocau/contract/admin-domains.ts';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import people from '../people/people.module.css';
import { useChangeDomain } from './use-change-domain.ts';

const SWITCHES = ['require_two_step', 'sms_codes'] as const;
type Switch = (typeof SWITCHES)[number];

type Props = { domain: ShownDomain; onChanged(): Promise<unknown> };

/** How all people of a domain sign in: two-step verification for everyone, codes to phones. */
export function DomainSignIn({ domain, onChanged }: Props) {
  const { t } = useTranslation();
  const { busy, change } = useChangeDomain(domain.name, onChanged);
  const [turning, setTurning] = useState<{ which: Switch; on: boolean } | null>(null);
  const [asking, setAsking] = useState(false);

  function turn(which: Switch, on: boolean) {
    if (which === 'require_two_step' && on) setAsking(true);
    else void set(which, on);
  }

  async function set(which: Switch, on: boolean) {
    setTurning({ which, on });
    await change({ [which]: on });
    setTurning(null);
  }

  return (
    <section className={people.part} aria-labelledby="domain-sign-in">
      <h3 id="domain-sign-in">{t('admin.signIn.title')}</h3>
      {SWITCHES.map((which) => (
        <Checkbox
          key={which}
          label={t(`admin.signIn.${which}`)}
          description={t(
            which === 'sms_codes' && !domain.sends_codes
              ? 'admin.signIn.sendsNone'
              : `admin.signIn.${which}_about`,
          )}
          checked={turning?.which === which ? turning.on : domain[which]}
          disabled={busy || (which === 'sms_codes' && !domain.sends_codes && !domain.sms_codes)}
          onChange={({ currentTarget }) => turn(which, currentTarget.checked)}
        />
      ))}
      {asking && (
        <ChoiceDialog
          title={t('admin.signIn.ask', { name: domain.name })}
          safe={t('common.actions.cancel')}
          other={{ label: t('admin.signIn.require') }}
          onSafe={() => setAsking(false)}
          onOther={() => {
            setAsking(false);
            void set('require_two_step', true);
          }}
        >
          <p>{t('admin.signIn.askText')}</p>
        </ChoiceDialog>
      )}
    </section>
  );
}
