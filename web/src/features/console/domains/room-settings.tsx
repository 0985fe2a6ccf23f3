import {
  ROOM_BOOKERS,
  ROOM_KINDS,
  type Room,
  type RoomBookers,
  type RoomKind,
  type RoomSettings as Settings,
} from '@bocau/contract/admin-rooms.ts';
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import groups from '../../../parts/groups/groups.module.css';
import { notify } from '../../../parts/notices/notify.ts';

type Props = {
  room: Room;
  onSave(settings: Partial<Settings>): Promise<unknown>;
  onChanged(): Promise<void>;
};

const MOST_SEATS = 10_000;
const DAYS_AHEAD = [30, 90, 180, 365];

/** What a room is, where, for how many, and who may book it. */
export function RoomSettings({ room, onSave, onChanged }: Props) {
  const { t } = useTranslation();
  const { busy, run } = useAccountAttempt();
  const [values, setValues] = useState({
    ...{ name: room.name, place: room.place, note: room.note, kind: room.kind, bookers: room.bookers },
    seats: room.seats === null ? '' : String(room.seats),
    ahead: room.ahead_days === null ? '' : String(room.ahead_days),
    named: room.named.join('\n'),
  });
  const [fault, setFault] = useState<'name' | 'seats' | 'named' | null>(null);
  const set = (some: Partial<typeof values>) => {
    setValues({ ...values, ...some });
    setFault(null);
  };
  const days = [...new Set([...DAYS_AHEAD, ...(room.ahead_days === null ? [] : [room.ahead_days])])];
  const seats = values.seats.trim() === '' ? null : Number(values.seats);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (values.name.trim() === '') return setFault('name');
    if (seats !== null && !(Number.isInteger(seats) && seats >= 1 && seats <= MOST_SEATS))
      return setFault('seats');
    const { name, place, note, kind, bookers, named, ahead } = values;
    await run(
      async () => {
        const people = named.split(/[\s,;]+/).filter(Boolean);
        await onSave({
          name,
          place,
          note,
          kind,
          bookers,
          seats,
          ahead_days: ahead === '' ? null : Number(ahead),
          ...(bookers === 'named' && { named: people }),
        });
        notify({ text: t('admin.rooms.saved') });
        await onChanged();
      },
      {
        invalid_input: () => {
          setFault('named');
          return null;
        },
      },
    );
  }

  return (
    <form className={groups.form} onSubmit={(event) => void save(event)} noValidate>
      <TextInput
        label={t('admin.rooms.name')}
        autoComplete="off"
        maxLength={100}
        error={fault === 'name' && t('admin.rooms.nameWrong')}
        value={values.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <NativeSelect
        label={t('admin.rooms.kind')}
        data={ROOM_KINDS.map((value) => ({ value, label: t(`admin.rooms.kinds.${value}`) }))}
        value={values.kind}
        onChange={({ currentTarget }) => set({ kind: currentTarget.value as RoomKind })}
      />
      <TextInput
        label={t('admin.rooms.place')}
        placeholder={t('admin.rooms.placeHint')}
        autoComplete="off"
        maxLength={200}
        value={values.place}
        onChange={({ currentTarget }) => set({ place: currentTarget.value })}
      />
      <TextInput
        label={t('admin.rooms.seats')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        error={fault === 'seats' && t('admin.rooms.seatsWrong')}
        value={values.seats}
        onChange={({ currentTarget }) => set({ seats: currentTarget.value })}
      />
      <TextInput
        label={t('admin.rooms.note')}
        placeholder={t('admin.rooms.noteHint')}
        autoComplete="off"
        maxLength={500}
        value={values.note}
        onChange={({ currentTarget }) => set({ note: currentTarget.value })}
      />
      <NativeSelect
        label={t('admin.rooms.bookers')}
        data={ROOM_BOOKERS.map((value) => ({ value, label: t(`admin.rooms.mayBook.${value}`) }))}
        value={values.bookers}
        onChange={({ currentTarget }) => set({ bookers: currentTarget.value as RoomBookers })}
      />
      {values.bookers === 'named' && (
        <Textarea
          label={t('admin.rooms.named')}
          description={t('admin.rooms.namedAbout')}
          error={fault === 'named' && t('admin.rooms.namedWrong')}
          autoCapitalize="none"
          rows={3}
          value={values.named}
          onChange={({ currentTarget }) => set({ named: currentTarget.value })}
        />
      )}
      <NativeSelect
        label={t('admin.rooms.ahead')}
        description={t('admin.rooms.aheadAbout')}
        data={[
          { value: '', label: t('admin.rooms.aheadMost') },
          ...days
            .toSorted((a, b) => b - a)
            .map((count) => ({ value: String(count), label: t('admin.rooms.aheadDays', { count }) })),
        ]}
        value={values.ahead}
        onChange={({ currentTarget }) => set({ ahead: currentTarget.value })}
      />
      <div>
        <Button type="submit" loading={busy}>
          {t('admin.rooms.save')}
        </Button>
      </div>
    </form>
  );
}
