import { matchesNearlyAll } from '@bocau/contract/broad-filters.ts';
import type { Rule } from '@bocau/contract/rules.ts';
import { IconArrowLeft } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PHONE } from '../../ui/breakpoints.ts';
import { FormButtons } from '../../ui/layers/form-buttons.tsx';
import { Modal } from '../../ui/layers/modal.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { useUnsavedForm } from '../../ui/unsaved-forms.ts';
import { useMedia } from '../../ui/use-media.ts';
import { ActionFields } from './action-fields.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { EditorQuestion } from './editor-question.tsx';
import styles from './filter-editor.module.css';
import { type ConditionForm, type FilterForm, hasAction, hasCondition, toRule } from './filter-form.ts';
import { type EditorStep, useEditorSteps } from './use-editor-steps.ts';
import { useSaveFilter } from './use-save-filter.ts';

type Props = {
  /** The initial content of the fields. */
  initial: FilterForm;
  /** A suggested condition, which applies only if its box is checked. */
  offered?: ConditionForm | null;
  /** The rule to change; null for a new one. */
  rule: Rule | null;
  onClose(): void;
};

/** The editor of a filter in two steps: which messages, and what happens to them. */
export function FilterEditor({ initial, offered = null, rule, onClose }: Props) {
  const { t } = useTranslation();
  const phone = useMedia(PHONE);
  const [form, setForm] = useState(initial);
  const [asking, setAsking] = useState<'leave' | 'broad' | null>(null);
  const { step, setStep, show, checked, check, checkConditions, fields } = useEditorSteps(form);
  const { saving, refusal, save, forget } = useSaveFilter(rule);
  const isUnsaved = contentOf(form) !== contentOf(initial);
  const isReady = step === 'conditions' ? hasCondition(form) : hasAction(form);
  useUnsavedForm(isUnsaved);

  function change(next: FilterForm) {
    forget();
    setForm(next);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isReady || saving || !checkConditions()) return;
    if (step === 'conditions') show('actions');
    else if (matchesNearlyAll(toRule(form))) setAsking('broad');
    else void keep();
  }

  async function keep() {
    setAsking(null);
    const outcome = await save(form);
    if (outcome === 'saved') onClose();
    else if (outcome === 'conditions') setStep('conditions');
  }

  function leave() {
    if (isUnsaved) setAsking('leave');
    else onClose();
  }

  const saveKey = rule ? 'filters.editor.save' : 'filters.editor.create';
  const submitKey = step === 'conditions' ? 'filters.editor.next' : saveKey;
  return (
    <Modal
      opened
      onClose={leave}
      title={t(rule ? 'filters.editor.edit' : 'filters.editor.new')}
      size={680}
      fullScreen={phone}
      closeOnClickOutside={!isUnsaved}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form ref={fields} className={styles.editor} onSubmit={submit} noValidate>
        <StepHeading step={step} onBack={() => show('conditions')} />
        {step === 'conditions' ? (
          <ConditionFields
            form={form}
            offered={offered}
            checked={checked}
            refused={refusal?.condition ?? null}
            onChecked={check}
            onChange={change}
          />
        ) : (
          <ActionFields
            form={form}
            // A rule made by another program may forward to an address that has since been removed.
            kept={initial.actions.addresses}
            onChange={change}
          />
        )}
        {refusal && (
          <p className={styles.refusal} role="alert">
            {refusal.words}
          </p>
        )}
        <FormButtons submit={t(submitKey)} busy={saving} disabled={!isReady} onCancel={leave} />
      </form>
      <EditorQuestion
        asked={asking}
        actions={toRule(form).actions}
        onStay={() => setAsking(null)}
        onGo={() => {
          if (asking === 'leave') onClose();
          else void keep();
        }}
        onConditions={() => {
          setAsking(null);
          show('conditions');
        }}
      />
    </Modal>
  );
}

type HeadingProps = { step: EditorStep; onBack(): void };

/** The current step, and the way back from the second. */
function StepHeading({ step, onBack }: HeadingProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.step}>
      {step === 'actions' && (
        <ToolButton type="button" icon={IconArrowLeft} label={t('filters.editor.back')} onClick={onBack} />
      )}
      <h3>{t(step === 'conditions' ? 'filters.editor.stepConditions' : 'filters.editor.stepActions')}</h3>
    </div>
  );
}

/** The content to compare for changes, without the keys of the fields. */
function contentOf({ conditions, ...form }: FilterForm): string {
  return JSON.stringify({ ...form, conditions: conditions.map(({ key: _, ...each }) => each) });
}
