import {
  IconCopy,
  IconDots,
  IconDownload,
  IconHistory,
  IconPencil,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { shortMoment } from '../../../lib/dates.ts';
import { now } from '../../../lib/timers.ts';
import lines from '../../../parts/settings/lines.module.css';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import styles from '../../../parts/templates/templates.module.css';
import type { TemplateEntry } from '../../../parts/templates/use-templates.ts';
import { Menu } from '../../../ui/layers/menu.tsx';
import { ToolButton } from '../../../ui/tool-button.tsx';
import type { TemplateActs } from './use-template-acts.ts';

type Props = {
  entry: TemplateEntry;
  mayChange: boolean;
  acts: TemplateActs;
  onEdit(): void;
  onHistory(): void;
};

/** A template in the list, with what can be done with it. */
export function TemplateRow({ entry, mayChange, acts, onEdit, onHistory }: Props) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const { name, subject, uses, updatedBy, scope } = entry;
  const about =
    updatedBy === null
      ? uses > 0 && t('templates.uses', { count: uses })
      : t('templates.changedBy', { person: updatedBy, time: shortMoment(entry.updated_at, now(), zone) });
  return (
    <li className={lines.line} data-template={entry.id}>
      <IconTemplate size={18} />
      <span className={styles.texts}>
        {mayChange ? (
          <button type="button" className={styles.edit} onClick={onEdit}>
            {name}
          </button>
        ) : (
          <span className={lines.name}>{name}</span>
        )}
        <span className={styles.small}>{[subject, about].filter(Boolean).join(' · ')}</span>
      </span>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ToolButton iconSize={18} icon={IconDots} label={t('templates.more', { name })} />
        </Menu.Target>
        <Menu.Dropdown>
          {mayChange && (
            <>
              <Menu.Item leftSection={<IconPencil size={18} />} onClick={onEdit}>
                {t('templates.edit')}
              </Menu.Item>
            </>
          )}
          <Menu.Item leftSection={<IconCopy size={18} />} onClick={() => void acts.duplicate(entry)}>
            {t('templates.duplicate')}
          </Menu.Item>
          {scope === 'own' && (
            <Menu.Item
              component="a"
              href={`/api/v2/templates/${encodeURIComponent(entry.id)}/message`}
              download
              leftSection={<IconDownload size={18} />}
            >
              {t('templates.export')}
            </Menu.Item>
          )}
          {scope === 'domain' && mayChange && (
            <Menu.Item leftSection={<IconHistory size={18} />} onClick={onHistory}>
              {t('templates.versions')}
            </Menu.Item>
          )}
          {mayChange && (
            <Menu.Item leftSection={<IconTrash size={18} />} onClick={() => void acts.remove(entry)}>
              {t('templates.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}
