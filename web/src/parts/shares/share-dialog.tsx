import { LIMITS } from '@bocau/contract/limits.ts';
import type { LinkRules } from '@bocau/contract/link-rules.ts';
import type { Share, SharePermission } from '@bocau/contract/shares.ts';
import { Button, Checkbox, Group, Radio, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { useApi } from '../mailbox/use-api.ts';
import { useAttempt } from '../notices/use-attempt.ts';
import { newPassword } from './new-password.ts';
import { ShareEnd, useShareEnd } from './share-end.tsx';
import { ShareMade } from './share-made.tsx';
import { SharePeople } from './share-people.tsx';
import styles from './shares.module.css';

/** What can be shared: a file or folder of the user's own drive. */
export type ShareableFile = { id: string; name: string };

type Props = {
  files: readonly ShareableFile[];
  onShared?(share: Share): void;
  onClose(): void;
};

/** SH-2 SH-3 SH-4: with whom, by which right, with a password and an end; then the link, and the password once. */
export function ShareDialog({ files, onShared, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const field = useRef<HTMLInputElement>(null);
  const secret = useRef<HTMLInputElement>(null);
  const [people, setPeople] = useState<string[]>([]);
  const [typed, setTyped] = useState('');
  const [peopleFault, setPeopleFault] = useState<string | null>(null);
  const [check, setCheck] = useState<Check>(NOBODY);
  const [permission, setPermission] = useState<SharePermission>('READ');
  const [wantsPassword, setWantsPassword] = useState(false);
  const [password, setPassword] = useState(newPassword);
  const [short, setShort] = useState(false);
  const [notifies, setNotifies] = useState(true);
  const [made, setMade] = useState<Share | null>(null);
  const { busy, run } = useAttempt();
  const someOutside = people.some((email) => check.outside.has(email));
  const hasPassword = wantsPassword || someOutside;
  const { rules } = check;
  const end = useShareEnd(undefined, hasPassword ? rules.days : null);

  useEffect(() => {
    if (people.length === 0) return setCheck(NOBODY);
    let left = false;
    void api.checkShare({ body: { to_address: people } }).then(
      ({ data }) => !left && setCheck({ ...data, outside: new Set(data.outside) }),
      // Asked again by the server when it is shared.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [api, people]);

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

  const [first] = files;
  const title =
    files.length === 1 && first
      ? t('shares.title', { name: first.name })
      : t('shares.titleMany', { count: files.length });
  const stuck = (someOutside && !check.links) || (hasPassword && !rules.on);
  return (
    <Modal
      opened
      onClose={onClose}
      title={made === null ? title : t('shares.made')}
      size={520}
      centered
      closeOnClickOutside={false}
      closeOnEscape={made === null}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      {made === null ? (
        <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
          <SharePeople
            field={field}
            people={people}
            outside={check.outside}
            typed={typed}
            fault={stuck ? t(rules.on ? 'shares.noLinks' : 'shares.linksOff') : peopleFault}
            onType={setTyped}
            onChange={setPeople}
            onFault={setPeopleFault}
          />
          <Radio.Group
            label={t('shares.permission')}
            value={permission}
            onChange={(chosen) => setPermission(chosen as SharePermission)}
          >
            <Radio mt={8} value="READ" label={t('shares.read')} />
            <Radio mt={8} value="WRITE" label={t('shares.write')} />
          </Radio.Group>
          <div className={styles.option}>
            <Checkbox
              label={t('shares.withPassword')}
              description={someOutside ? t('shares.passwordNeeded') : undefined}
              checked={hasPassword}
              disabled={someOutside}
              onChange={({ currentTarget }) => setWantsPassword(currentTarget.checked)}
            />
            {hasPassword && (
              <div className={styles.withButton}>
                <TextInput
                  ref={secret}
                  aria-label={t('shares.password')}
                  className={styles.password}
                  autoComplete="off"
                  spellCheck={false}
                  maxLength={128}
                  value={password}
                  error={short && t('shares.passwordShort', { count: LIMITS.sharePasswordLength })}
                  onChange={({ currentTarget }) => {
                    setPassword(currentTarget.value);
                    setShort(false);
                  }}
                />
                <Button variant="default" onClick={() => setPassword(newPassword())}>
                  {t('shares.otherPassword')}
                </Button>
              </div>
            )}
          </div>
          <ShareEnd end={end} />
          <Checkbox
            label={t('shares.notify')}
            description={t('shares.notifyHint')}
            checked={notifies}
            onChange={({ currentTarget }) => setNotifies(currentTarget.checked)}
          />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              {t('common.actions.cancel')}
            </Button>
            <Button type="submit" loading={busy} disabled={stuck}>
              {t('shares.submit')}
            </Button>
          </Group>
        </form>
      ) : (
        <ShareMade
          share={made}
          password={hasPassword ? password : null}
          notified={notifies}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

type Check = { outside: ReadonlySet<string>; links: boolean; rules: LinkRules };

const NOBODY: Check = { outside: new Set(), links: true, rules: { on: true, days: null } };
