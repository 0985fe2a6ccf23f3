import { useTranslation } from '../../../i18n/use-translation.ts';
import { type Refusals, useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQueries } from '../../../parts/queries/use-query.ts';

type Change = Parameters<ReturnType<typeof useApi>['changeDomain']>[0]['body'];

/** Changes settings of a domain: it and the audit log, in which the change is, are read again. */
export function useChangeDomain(name: string, onChanged: () => Promise<unknown>) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const { busy, run } = useAccountAttempt();

  /** Resolves to whether it was accepted. */
  async function change(body: Change, refusals?: Refusals): Promise<boolean> {
    const done = await run(async () => {
      await api.changeDomain({ params: { domain: name }, body });
      notify({ text: t('people.saved', { name }) });
      await Promise.all([onChanged(), queries.invalidateQueries({ queryKey: ['audit-log'] })]);
      return true;
    }, refusals);
    return done === true;
  }

  return { busy, change };
}
