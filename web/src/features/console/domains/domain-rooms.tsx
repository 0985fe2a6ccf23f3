import type { ListedRoom } from '@bocau/contract/admin-rooms.ts';
import { IconChevronRight } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { OneFieldForm } from '../../../parts/account/one-field-form.tsx';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import people from '../people/people.module.css';
import { typedAddress } from '../people/typed-address.ts';
import styles from './domain.module.css';
import { RoomEditor } from './room-editor.tsx';

/** CL-170: the rooms and the equipment of a domain; one of them is opened in place of the list. */
export function DomainRooms({ name }: { name: string }) {
  const api = useApi();
  const [opened, setOpened] = useState<string | null>(null);
  const [left, setLeft] = useState<string | null>(null);
  // Beside an opened room too, so that the list is there when it is gone back to.
  const rooms = useQuery({
    queryKey: ['domain-rooms', name],
    queryFn: async () => (await api.listRooms({ params: { domain: name } })).data,
    gcTime: 0,
  });

  function open(room: string) {
    setOpened(room);
    void rooms.refetch();
  }

  function close() {
    setLeft(opened);
    setOpened(null);
  }

  if (opened === null) return <RoomList name={name} rooms={rooms} left={left} onOpen={open} />;
  return <RoomEditor domain={name} room={opened} onChanged={rooms.refetch} onClose={close} />;
}

type ListProps = {
  name: string;
  rooms: UseQueryResult<ListedRoom[]>;
  left: string | null;
  onOpen(room: string): void;
};

function RoomList({ name, rooms, left, onOpen }: ListProps) {
  const { t } = useTranslation();
  const api = useApi();
  const { busy, run } = useAccountAttempt();
  const [fault, setFault] = useState<string | null>(null);

  /** Words at the field instead of a notice. */
  const say = (words: string) => () => {
    setFault(words);
    return null;
  };

  async function add(typed: string): Promise<boolean> {
    const address = typedAddress(typed, name);
    if (address === null) {
      setFault(t('admin.groups.wrong', { domain: name }));
      return false;
    }
    const local = address.slice(0, address.lastIndexOf('@'));
    const added = await run(
      async () => {
        const body = { local, settings: { name: local } };
        return (await api.addRoom({ params: { domain: name }, body })).data;
      },
      {
        already_exists: say(t('admin.rooms.taken', { address })),
        invalid_input: say(t('admin.groups.letters')),
      },
    );
    if (!added) return false;
    notify({ text: t('admin.rooms.added', { address: added.email }) });
    onOpen(added.email);
    return true;
  }

  return (
    <section className={people.part} aria-labelledby="domain-rooms">
      <h3 id="domain-rooms">{t('admin.rooms.title')}</h3>
      <p>{t('admin.rooms.about')}</p>
      <OneFieldForm
        label={t('admin.rooms.label')}
        placeholder={`…@${name}`}
        maxLength={254}
        button={t('admin.rooms.add')}
        busy={busy}
        fault={fault}
        onFault={setFault}
        onTyped={add}
      />
      {!rooms.data && <AccountState query={rooms} lines={2} />}
      {rooms.data?.length === 0 && <p>{t('admin.rooms.none')}</p>}
      {rooms.data && rooms.data.length > 0 && (
        <ul className={pageStyles.lines} aria-labelledby="domain-rooms">
          {rooms.data.map((room) => (
            <Line key={room.email} room={room} hasFocus={room.email === left} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </section>
  );
}

type LineProps = { room: ListedRoom; hasFocus: boolean; onOpen(room: string): void };

function Line({ room, hasFocus, onOpen }: LineProps) {
  const { t } = useTranslation();
  const { email, name, kind, place, seats } = room;
  const details = [
    t(`admin.rooms.kinds.${kind}`),
    place,
    seats === null ? '' : t('admin.rooms.seatsOf', { count: seats }),
  ];
  return (
    <li className={people.line}>
      <button
        type="button"
        className={styles.group}
        ref={(button) => {
          if (hasFocus) button?.focus();
        }}
        onClick={() => onOpen(email)}
      >
        <span className={pageStyles.what}>
          <span className={pageStyles.name}>{name}</span>
          <span className={pageStyles.detail}>{[email, ...details].filter(Boolean).join(' · ')}</span>
        </span>
        <IconChevronRight size={20} aria-hidden />
      </button>
    </li>
  );
}
