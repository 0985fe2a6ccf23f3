import { ApiError } from '@bocau/contract/client.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ColorChoice } from '../../parts/labels/color-choice.tsx';
import { labelPathWords, plainLabelName } from '../../parts/labels/label-names.ts';
import { nextColor } from '../../parts/labels/next-color.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { notify } from '../../parts/notices/notify.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import type { LabelQuestion } from './label-question.ts';
import { openFolder } from './open-folders.ts';

type Props = { question: LabelQuestion; onClose(): void };
type Fault = 'required' | 'long' | 'parts' | 'exists';

/** Asks for the name and the colour of a label. */
export function LabelDialog({ question, onClose }: Props) {
  const { t } = useTranslation();
  const title = question.kind === 'edit' ? 'labels.edit' : question.parent ? 'labels.newInside' : null;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(title ?? 'folders.newLabel')}
      size={440}
      centered
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <LabelForm question={question} onClose={onClose} />
    </Modal>
  );
}

const isInside = (name: string, other: string) => name.startsWith(`${other}/`);

function LabelForm({ question, onClose }: Props) {
  const { t } = useTranslation();
  const model = useMailModel();
  const own = question.kind === 'edit' ? question.label : null;
  const parent = question.kind === 'new' ? question.parent : null;
  const [typed, setTyped] = useState(own?.name ?? '');
  const [color, setColor] = useState(own?.color ?? parent?.color ?? nextColor(model.labels()));
  const [fault, setFault] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const plain = plainLabelName(typed);
    const name = parent ? `${parent.name}/${plain}` : plain;
    const wrong = faultOf(plain, name);
    if (wrong) {
      setFault(t(`labels.fault.${wrong}`, { most: LIMITS.labelNameLength }));
      return;
    }
    setSaving(true);
    try {
      await (own ? model.changeLabel(own.id, { name, color }) : model.createLabel({ name, color }));
      // Folded, those that it is in now would hide it.
      const above = model.labels().filter((label) => isInside(name, label.name));
      for (const { id } of above) openFolder(id, true);
      notify({ text: t(own ? 'labels.saved' : 'labels.made', { name: labelPathWords(name) }) });
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.code === 'label_exists' ? t('labels.fault.exists') : errorWords(t, error));
      setSaving(false);
    }
  }

  function faultOf(plain: string, name: string): Fault | null {
    if (plain === '') return 'required';
    if (plain.split('/').includes('')) return 'parts';
    if (name.length > LIMITS.labelNameLength) return 'long';
    const key = name.toLowerCase();
    const taken = model.labels().some((label) => label.id !== own?.id && label.name.toLowerCase() === key);
    return taken ? 'exists' : null;
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap={16}>
        <TextInput
          data-autofocus
          label={t('labels.name')}
          description={
            parent ? t('labels.inside', { name: labelPathWords(parent.name) }) : t('labels.nameHint')
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={typed}
          error={fault}
          autoComplete="off"
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setFault(null);
          }}
        />
        <ColorChoice value={color} onChoose={setColor} />
      </Stack>
      <Group justify="flex-end" mt={20} gap={8}>
        <Button variant="default" onClick={onClose}>
          {t('common.actions.cancel')}
        </Button>
        <Button type="submit" loading={saving}>
          {t('common.actions.save')}
        </Button>
      </Group>
    </form>
  );
}
