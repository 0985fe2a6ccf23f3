import {
  IconDotsVertical,
  IconExclamationMark,
  IconEye,
  IconEyeOff,
  IconMailQuestion,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeWindow } from '../../../model/compose/compose-model.ts';
import { Menu } from '../../../ui/layers/menu.tsx';
import { ToolButton } from '../../../ui/tool-button.tsx';
import styles from './compose-footer.module.css';

type Options = Pick<ComposeWindow, 'tracking' | 'important' | 'receipt'>;
type Props = { view: Options; onChange(change: Partial<Options>): void };

const OPTIONS = ['tracking', 'important', 'receipt'] as const;
const ICONS = { tracking: IconEye, important: IconExclamationMark, receipt: IconMailQuestion };

function useOption(view: Options, option: (typeof OPTIONS)[number]) {
  const { t } = useTranslation();
  const isOn = view[option];
  const Icon = option === 'tracking' && !isOn ? IconEyeOff : ICONS[option];
  return { isOn, Icon, label: t(`composeWindow.${option}${isOn ? 'On' : 'Off'}`) };
}

/** Options of the message that can be toggled. */
export function SendOptions({ view, onChange }: Props) {
  return OPTIONS.map((option) => <OptionButton key={option} {...{ view, option, onChange }} />);
}

type OptionProps = Props & { option: (typeof OPTIONS)[number] };

function OptionButton({ view, option, onChange }: OptionProps) {
  const { isOn, Icon, label } = useOption(view, option);
  return (
    <ToolButton
      icon={Icon}
      label={label}
      aria-pressed={isOn}
      className={option === 'important' ? styles.important : styles.tracking}
      onClick={() => onChange({ [option]: !isOn })}
    />
  );
}

type MenuProps = Props & { busy: boolean; onDelete(): void };

/** CW-19: on a phone the rest of the buttons, which have no room in its line. */
export function SendOptionsMenu({ view, onChange, busy, onDelete }: MenuProps) {
  const { t } = useTranslation();
  return (
    <Menu position="top-end" withinPortal>
      <Menu.Target>
        <ToolButton
          icon={IconDotsVertical}
          label={t('composeWindow.more')}
          className={styles.more}
          data-on={OPTIONS.some((option) => view[option]) || undefined}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {OPTIONS.map((option) => (
          <OptionItem key={option} {...{ view, option, onChange }} />
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconTrash size={18} />} disabled={busy} onClick={onDelete}>
          {t('composeWindow.deleteDraft')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function OptionItem({ view, option, onChange }: OptionProps) {
  const { isOn, label } = useOption(view, option);
  return (
    <Menu.CheckboxItem closeMenuOnClick checked={isOn} onChange={() => onChange({ [option]: !isOn })}>
      {label}
    </Menu.CheckboxItem>
  );
}
