import { LIMITS } from '@bocau/contract/limits.ts';
import type { LinkRules } from '@bocau/contract/link-rules.ts';
import type { Share, SharePermission } from '@bocau/contract/shares.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../mailbox/use-api.ts';
import { useAttempt } from '../notices/use-attempt.ts';
import { newPassword } from './new-password.ts';
import { useShareEnd } from './share-end.tsx';

/** What can be shared: a file or folder of the user's own drive. */
export type ShareableFile = { id: string; name: string };

type Check = { outside: ReadonlySet<string>; links: boolean; rules: LinkRules };

const NOBODY: Check = { outside: new Set(), links: true, rules: { on: true, days: null } };

export type NewShare = ReturnType<typeof useNewShare>;

/** The fields of a new share, and its creation. */
export function useNewShare(files: readonly ShareableFile[], onShared?: (share: Share) => void) {
  const { t } = useTranslation();
  const api = useApi();
  const field = useRef<HTMLInputElement>(null);
  const secret = useRef<HTMLInputElement>(null);
  const [people, setPeople] = useState<string[]>([]);
  const [peopleFault, setPeopleFault] = useState<string | null>(null);
  const [permission, setPermission] = useState<SharePermission>('READ');
  const [wantsPassword, setWantsPassword] = useState(false);
  const [password, setPassword] = useState(newPassword);
  const [short, setShort] = useState(false);
  const [notifies, setNotifies] = useState(true);
  const [made, setMade] = useState<Share | null>(null);
  const { busy, run } = useAttempt();
  const { outside, links, rules } = useCheck(people);
  const someOutside = people.some((email) => outside.has(email));
  const hasPassword = wantsPassword || someOutside;
  const end = useShareEnd(undefined, hasPassword ? rules.days : null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (peopleFault !== null || people.length === 0) {
      setPeopleFault(peopleFault ?? t('shares.missing'));
      return field.current?.focus();
    }
    if (hasPassword && [...password].length < LIMITS.sharePasswordLength) {
      setShort(true);
      return secret.current?.focus();
    }
    const lastSecond = end.read();
    if (lastSecond === undefined) return;
    const created = await run(async () => {
      const { data } = await api.createShares({
        body: {
          ids: files.map(({ id }) => id),
          share_withs: people,
          permission,
          expire_date: lastSecond,
          notify: notifies,
          ...(hasPassword ? { password } : {}),
        },
      });
      return data[0] ?? null;
    });
    if (!created) return;
    setMade(created);
    onShared?.(created);
  }

  function changePassword(next: string): void {
    setPassword(next);
    setShort(false);
  }

  return {
    ...{ field, people, setPeople, peopleFault, setPeopleFault, outside, someOutside, rules },
    ...{ permission, setPermission, secret, hasPassword, setWantsPassword, password, changePassword },
    ...{ short, setPassword, end, notifies, setNotifies, busy, submit, made },
    /** The organisation's rules forbid this share. */
    isStuck: (someOutside && !links) || (hasPassword && !rules.on),
  };
}

/** Who is outside the organisation, and its rules for links. */
function useCheck(people: readonly string[]): Check {
  const api = useApi();
  const [check, setCheck] = useState<Check>(NOBODY);
  useEffect(() => {
    if (people.length === 0) return setCheck(NOBODY);
    let left = false;
    void api.checkShare({ body: { to_address: [...people] } }).then(
      ({ data }) => !left && setCheck({ ...data, outside: new Set(data.outside) }),
      // The server checks again when it is shared.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [api, people]);
  return check;
}
