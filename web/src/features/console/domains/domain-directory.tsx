import { DIRECTORY_MODES, type DirectoryMode } from '@bocau/contract/directory.ts';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import people from '../people/people.module.css';
import { useChangeDomain } from './use-change-domain.ts';

type Props = { name: string; mode: DirectoryMode; onChanged(): Promise<unknown> };

/** What the people of a domain see of each other in its directory. */
export function DomainDirectory({ name, mode, onChanged }: Props) {
  const { t } = useTranslation();
  const { busy, change } = useChangeDomain(name, onChanged);
  const [turning, setTurning] = useState<DirectoryMode | null>(null);

  async function set(directory: DirectoryMode) {
    setTurning(directory);
    await change({ directory });
    setTurning(null);
  }

  return (
    <section className={people.part} aria-labelledby="domain-directory">
      <h3 id="domain-directory">{t('admin.directory.title')}</h3>
      <p>{t('admin.directory.about')}</p>
      <NativeSelect
        label={t('admin.directory.label')}
        disabled={busy}
        value={turning ?? mode}
        data={DIRECTORY_MODES.map((value) => ({ value, label: t(`admin.directory.modes.${value}`) }))}
        onChange={({ currentTarget }) => {
          const chosen = DIRECTORY_MODES.find((each) => each === currentTarget.value);
          if (chosen) void set(chosen);
        }}
      />
    </section>
  );
}
