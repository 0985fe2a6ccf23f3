import { type AppPassword, type AppScope, PROFILE_LINK_SECONDS } from '@bocau/contract/app-passwords.ts';
import { useEffect, useState } from 'react';
import { everySecond, now } from '../../../lib/timers.ts';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQueries } from '../../../parts/queries/use-query.ts';

export type MadePassword = { appPassword: AppPassword; password: string };

type ProfileLink = { path: string } | 'over';

export type DeviceSetUp = {
  /** Null until a password was created; it is kept only here. */
  made: MadePassword | null;
  /** The link by which a device fetches its profile, while it is valid. */
  profileLink: ProfileLink | null;
  busy: boolean;
  makePassword(name: string, withLink: boolean): Promise<void>;
  makeLink(): Promise<void>;
  begin(): void;
};

/** What has been created for a device; it is kept while the steps of another are shown. */
export function useDeviceSetUp(scopes: AppScope[]): DeviceSetUp {
  const api = useApi();
  const queries = useQueries();
  const { busy, run } = useAccountAttempt();
  const [made, setMade] = useState<MadePassword | null>(null);
  const [profileLink, setProfileLink] = useState<ProfileLink | null>(null);

  useEffect(() => {
    if (profileLink === null || profileLink === 'over') return;
    // A clock time rather than a delay, since the computer may sleep meanwhile.
    const endsAt = now() + PROFILE_LINK_SECONDS * 1000;
    return everySecond(() => {
      if (now() >= endsAt) setProfileLink('over');
    });
  }, [profileLink]);

  async function linkTo({ appPassword: { id }, password }: MadePassword): Promise<void> {
    const answer = await run(
      async () => (await api.createProfileLink({ params: { id }, body: { password } })).data,
    );
    if (answer) setProfileLink({ path: answer.path });
  }

  return {
    made,
    profileLink,
    busy,
    async makePassword(name, withLink) {
      const answer = await run(async () => (await api.createAppPassword({ body: { name, scopes } })).data);
      if (!answer) return;
      const fresh = { appPassword: answer.app_password, password: answer.password };
      setMade(fresh);
      if (withLink) await linkTo(fresh);
      await queries.invalidateQueries({ queryKey: ['app-passwords'] });
    },
    async makeLink() {
      if (made) await linkTo(made);
    },
    begin() {
      setMade(null);
      setProfileLink(null);
    },
  };
}
