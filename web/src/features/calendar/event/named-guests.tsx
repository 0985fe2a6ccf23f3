import type { MailAddress } from '@bocau/contract/fields.ts';
import { fold } from '@bocau/contract/fold.ts';
import { Button } from '@mantine/core';
import { IconPlus, IconUserPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { after } from '../../../lib/timers.ts';
import type { ComposeRecipient } from '../../../model/compose/compose-model.ts';
import { recipientOf } from '../../../model/compose/recipient-text.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { useSessionState } from '../../../parts/session/use-session-model.ts';
import { namesIn } from '../quick-line/names-in.ts';
import { NamedChip } from './named-chip.tsx';
import styles from './quick-form.module.css';

const WAIT_MS = 300;
/** Of people with the same name. */
const MOST_OFFERED = 2;

type Props = {
  title: string;
  guests: readonly ComposeRecipient[];
  onChange(guests: readonly ComposeRecipient[]): void;
  /** The whole form, for everybody else. */
  onMore(): void;
};

/** CL-262: people whom the line names, to be asked by one press. */
export function NamedGuests({ title, guests, onChange, onMore }: Props) {
  const { t } = useTranslation();
  const people = usePeople(namesIn(title));
  const emails = new Set(guests.map(({ email }) => email));
  const offered = [...guests, ...people.filter(({ email }) => !emails.has(email)).map(recipientOf)];

  return (
    <>
      <div className={styles.guests}>
        {offered.map((one) => {
          const isGuest = emails.has(one.email);
          const name = one.name || one.email;
          return (
            <NamedChip
              key={one.email}
              name={name}
              label={t('calendar.quick.invite', { name })}
              title={one.email}
              icon={IconPlus}
              isChosen={isGuest}
              onToggle={() =>
                onChange(isGuest ? guests.filter(({ email }) => email !== one.email) : [...guests, one])
              }
            />
          );
        })}
        <Button
          size="compact-md"
          variant="subtle"
          className={styles.others}
          leftSection={offered.length === 0 && <IconUserPlus size={16} aria-hidden />}
          aria-label={t('calendar.form.addGuests')}
          title={offered.length > 0 ? t('calendar.form.addGuests') : undefined}
          onClick={onMore}
        >
          {offered.length > 0 ? <IconUserPlus size={18} aria-hidden /> : t('calendar.form.addGuests')}
        </Button>
      </div>
      {guests.length > 0 && <p className={styles.hint}>{t('calendar.form.guestsHint')}</p>}
    </>
  );
}

/** Those of the domain first. */
function usePeople(names: readonly string[]): readonly MailAddress[] {
  const api = useApi();
  const self = useSessionState((session) => session.user()?.email);
  const asked = names.join('\n');
  const [waited, setWaited] = useState('');
  useEffect(() => after(WAIT_MS, () => setWaited(asked)), [asked]);
  const { data } = useQuery({
    queryKey: ['named-guests', self, waited],
    queryFn: async ({ signal }) => {
      const found = waited.split('\n').map(async (name) => {
        if (name.includes('@')) return [{ name: '', email: name }];
        const { data: all } = await api.suggestRecipients({ query: { search_text: name } }, signal);
        const people = [...all.same_domain_emails, ...all.suggest_emails];
        const named = people.filter((one) => one.email !== self && isNamed(one, name));
        // Names begin or end with what people are called by; a middle one counts where nobody else has it.
        const called = named.filter((one) => isCalled(one, name));
        return uniquePeople(called.length > 0 ? called : named).slice(0, MOST_OFFERED);
      });
      return uniquePeople((await Promise.all(found)).flat());
    },
    enabled: waited !== '',
    retry: false,
  });
  return asked === waited && data ? data : [];
}

/** A name that begins with `Lan` is meant, and not an address with `lan` in it. */
function isNamed({ name }: MailAddress, asked: string): boolean {
  const words = fold(name).split(/\s+/);
  return fold(asked)
    .split(/\s+/)
    .every((word) => words.includes(word));
}

function isCalled({ name }: MailAddress, asked: string): boolean {
  const [whole, part] = [` ${fold(name)} `, ` ${fold(asked)} `];
  return whole.startsWith(part) || whole.endsWith(part);
}

function uniquePeople(people: readonly MailAddress[]): MailAddress[] {
  return [...new Map(people.map((one) => [one.email.toLowerCase(), one])).values()];
}
