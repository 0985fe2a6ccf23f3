import type { MailAddress } from '@bocau/contract/fields.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shortName } from '../addresses/short-name.ts';

const FIELDS = ['to', 'cc', 'bcc'] as const;
const MOST_NAMED = 3;

type Props = {
  recipients: Record<(typeof FIELDS)[number], readonly MailAddress[]>;
  className?: string | undefined;
};

/** MM-1: who is a recipient of the draft and gets nothing, as a merge writes to the rows of its table. */
export function NotSentTo({ recipients, className }: Props) {
  const { t } = useTranslation();
  return FIELDS.filter((field) => recipients[field].length > 0).map((field) => (
    <p key={field} className={className}>
      {t('merging.notSentTo', { field: t(`compose.recipients.${field}`), who: whoOf(recipients[field]) })}
    </p>
  ));

  function whoOf(people: readonly MailAddress[]): string {
    const who = people.slice(0, MOST_NAMED).map(shortName).join(', ');
    const rest = people.length - MOST_NAMED;
    return rest > 0 ? t('merging.andMore', { who, count: rest }) : who;
  }
}
