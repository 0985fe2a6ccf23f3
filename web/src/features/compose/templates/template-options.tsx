import { useTranslation } from '../../../i18n/use-translation.ts';
import type { TemplateEntry } from '../../../parts/templates/use-templates.ts';
import { ListOptions } from './list-options.tsx';
import type { ShownOptions } from './typed-list.tsx';

type Props = ShownOptions & { entries: readonly TemplateEntry[]; onChoose(entry: TemplateEntry): void };

/** The options of a list of templates. */
export function TemplateOptions({ entries, onChoose, ...shown }: Props) {
  const { t } = useTranslation();
  const options = entries.map(({ scope, id, name, folder, subject }) => ({
    ...{ key: `${scope}-${id}`, name },
    about: [scope === 'domain' && t('templates.domain'), folder, subject].filter(Boolean).join(' · '),
  }));
  return (
    <ListOptions
      {...shown}
      label={t('templates.insert.list')}
      options={options}
      onChoose={(at) => {
        const entry = entries[at];
        if (entry) onChoose(entry);
      }}
    />
  );
}
