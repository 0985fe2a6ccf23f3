import type { User } from '@bocau/contract/account.ts';
import type { ServerInfo } from '@bocau/contract/server-info.ts';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import page from '../../../parts/account/account-page.module.css';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { ContactsServer } from '../../../parts/account/contacts-server.tsx';
import servers from '../../../parts/account/mail-servers.module.css';
import { Fact, MailServers } from '../../../parts/account/mail-servers.tsx';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { Link } from '../../../router/router.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { DeviceArrival } from './device-arrival.tsx';
import { DEVICE_KINDS, type DeviceKind, scopesOf, serversOf, typesContacts } from './device-kinds.ts';
import { DevicePassword } from './device-password.tsx';
import { DeviceSteps } from './device-steps.tsx';
import styles from './devices-page.module.css';
import { useDeviceSetUp } from './use-device-set-up.ts';

/** Guides the user through setting up a phone or a mail program until it has signed in. */
export function DevicesPage() {
  const { t } = useTranslation();
  const api = useApi();
  const info = useQuery({
    queryKey: ['server-info'],
    queryFn: async () => (await api.getServerInfo({})).data,
  });
  const user = useQuery({ queryKey: ['user'], queryFn: async () => (await api.getUserInfo({})).data });
  const canRead = info.data?.services.some(({ protocol }) => protocol !== 'smtp');
  usePageTitle(t('devices.title'));
  return (
    <div className={page.page}>
      <h1>{t('devices.title')}</h1>
      {info.data && user.data ? (
        canRead ? (
          <SetUp info={info.data} user={user.data} />
        ) : info.data.contacts ? (
          <ContactsAlone info={info.data} contacts={info.data.contacts} user={user.data} />
        ) : (
          <p className={page.text}>{t('serverInfo.none')}</p>
        )
      ) : (
        <AccountState query={info.data ? user : info} />
      )}
    </div>
  );
}

function SetUp({ info, user }: { info: ServerInfo; user: User }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<DeviceKind>('apple');
  // Servers of the previous release name no address of contacts.
  const contacts = info.contacts ?? null;
  const scopes = scopesOf(info.services, contacts !== null);
  const setUp = useDeviceSetUp(scopes);
  return (
    <>
      <p className={page.about}>{t('devices.about')}</p>
      {contacts !== null && <p className={page.about}>{t('devices.aboutContacts')}</p>}
      <fieldset className={styles.kinds}>
        <legend>{t('devices.which')}</legend>
        {DEVICE_KINDS.map((each) => (
          <label key={each}>
            <input type="radio" name="device" checked={each === kind} onChange={() => setKind(each)} />
            {t(`devices.kinds.${each}`)}
          </label>
        ))}
      </fieldset>
      <section className={page.section} aria-labelledby="device-password">
        <h2 id="device-password" className={styles.step}>
          {t('devices.password.title')}
        </h2>
        <DevicePassword
          kind={kind}
          suggested={t(`devices.names.${kind}`, { name: user.fullname })}
          setUp={setUp}
        />
        <p className={page.text}>
          <Link to="/protect/authentication">{t('devices.password.all')}</Link>
        </p>
      </section>
      <section className={page.section} aria-labelledby="device-steps">
        <h2 id="device-steps" className={styles.step}>
          {t(`devices.on.${kind}`)}
        </h2>
        <DeviceSteps kind={kind} email={info.username} hasContacts={contacts !== null} setUp={setUp} />
      </section>
      {contacts !== null && typesContacts(kind) && (
        <section className={page.section} aria-labelledby="device-contacts">
          <h2 id="device-contacts" className={styles.step}>
            {t('devices.contacts')}
          </h2>
          <dl className={servers.facts}>
            <Fact name={t('devices.contactsAddress')} value={contacts} />
          </dl>
        </section>
      )}
      {kind !== 'apple' && kind !== 'thunderbird' && (
        <section className={page.section} aria-labelledby="device-servers">
          <h2 id="device-servers" className={styles.step}>
            {t('devices.servers')}
          </h2>
          <dl className={servers.facts}>
            <Fact name={t('serverInfo.username')} value={info.username} />
          </dl>
          <MailServers services={serversOf(info.services, scopes)} />
        </section>
      )}
      {setUp.made && <DeviceArrival key={setUp.made.appPassword.id} appPassword={setUp.made.appPassword} />}
    </>
  );
}

/** Where no program may read mail, contacts are all that a device gets. */
function ContactsAlone({ info, contacts, user }: { info: ServerInfo; contacts: string; user: User }) {
  const { t } = useTranslation();
  const setUp = useDeviceSetUp(scopesOf([], true));
  return (
    <>
      <p className={page.about}>{t('devices.contactsAlone')}</p>
      <section className={page.section} aria-labelledby="device-password">
        <h2 id="device-password" className={styles.step}>
          {t('devices.password.title')}
        </h2>
        <DevicePassword
          kind="other"
          suggested={t('devices.names.android', { name: user.fullname })}
          setUp={setUp}
        />
        <p className={page.text}>
          <Link to="/protect/authentication">{t('devices.password.all')}</Link>
        </p>
      </section>
      <section className={page.section} aria-labelledby="device-contacts">
        <h2 id="device-contacts" className={styles.step}>
          {t('devices.on.contacts')}
        </h2>
        <dl className={servers.facts}>
          <Fact name={t('serverInfo.username')} value={info.username} />
        </dl>
        <ContactsServer address={contacts} />
      </section>
      {setUp.made && <DeviceArrival key={setUp.made.appPassword.id} appPassword={setUp.made.appPassword} />}
    </>
  );
}
