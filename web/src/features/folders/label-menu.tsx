import { ApiError } from '@bocau/contract/client.ts';
import type { Label } from '@bocau/contract/labels.ts';
import {
  IconArrowDown,
  IconArrowUp,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { LabelChange } from '../../model/mail/mail-model.ts';
import { addressOf } from '../../parts/addresses/list-address.ts';
import { useShownPlace } from '../../parts/addresses/shown-place.ts';
import { ColorChoice } from '../../parts/labels/color-choice.tsx';
import { labelPathWords } from '../../parts/labels/label-names.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useNavigate } from '../../router/router.tsx';
import { Menu } from '../../ui/layers/menu.tsx';
import { type MenuPlace, PlacedMenu } from '../../ui/placed-menu.tsx';
import { deleteLabel } from '../thread-actions/folder-acts.ts';
import { labelQuestion } from './label-question.ts';
import { placeBeside } from './label-rows.ts';

type Props = { label: Label; place: MenuPlace; onClose(): void };

/** One menu for all labels, shown beside the label it applies to. */
export function LabelMenu({ label, place, onClose }: Props) {
  const { t } = useTranslation();
  const model = useMailModel();
  const navigate = useNavigate();
  const shown = useShownPlace()?.list;
  const up = placeBeside(model.labels(), label, -1);
  const down = placeBeside(model.labels(), label, 1);

  async function change(changed: LabelChange): Promise<void> {
    try {
      await model.changeLabel(label.id, changed);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify({ text: errorWords(t, error), tone: 'danger', seconds: 5 });
    }
  }

  async function remove(): Promise<void> {
    const isShown = shown?.kind === 'label' && shown.id === label.id;
    const begun = await deleteLabel(model, label.id, labelPathWords(label.name));
    if (begun && isShown) void navigate(addressOf({ kind: 'folder', path: 'INBOX' }));
  }

  return (
    <PlacedMenu
      place={place}
      label={t('folders.menu.of', { name: labelPathWords(label.name) })}
      width={240}
      onClose={onClose}
    >
      <ColorChoice
        value={label.color}
        asMenu
        onChoose={(color) => {
          onClose();
          void change({ color });
        }}
      />
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconTag size={18} />}
        onClick={() => labelQuestion.set({ kind: 'new', parent: label })}
      >
        {t('labels.newInside')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconPencil size={18} />}
        onClick={() => labelQuestion.set({ kind: 'edit', label })}
      >
        {t('labels.edit')}
      </Menu.Item>
      <Menu.Item
        leftSection={label.hidden ? <IconEye size={18} /> : <IconEyeOff size={18} />}
        onClick={() => void change({ hidden: !label.hidden })}
      >
        {t(label.hidden ? 'labels.showAlways' : 'labels.hide')}
      </Menu.Item>
      {up !== null && (
        <Menu.Item leftSection={<IconArrowUp size={18} />} onClick={() => void change({ position: up })}>
          {t('labels.up')}
        </Menu.Item>
      )}
      {down !== null && (
        <Menu.Item leftSection={<IconArrowDown size={18} />} onClick={() => void change({ position: down })}>
          {t('labels.down')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconTrash size={18} />} onClick={() => void remove()}>
        {t('labels.delete')}
      </Menu.Item>
    </PlacedMenu>
  );
}
