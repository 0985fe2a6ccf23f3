import { useRef, useState } from 'react';
import { type FilterForm, faultyConditions } from './filter-form.ts';

export type EditorStep = 'conditions' | 'actions';

/** The two steps of the editor: the current one, the faults shown in it, and the focus. */
export function useEditorSteps(form: FilterForm) {
  const [step, setStep] = useState<EditorStep>('conditions');
  const [checked, setChecked] = useState<ReadonlySet<number>>(new Set());
  const fields = useRef<HTMLFormElement>(null);

  /** In the next frame, when the step's fields are rendered. */
  function focus(selector: string) {
    requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>(selector)?.focus());
  }

  function show(next: EditorStep) {
    setStep(next);
    focus('select, input');
  }

  function check(...keys: number[]) {
    setChecked(new Set([...checked, ...keys]));
  }

  /** Shows faults of the conditions; returns true where there are none. */
  function checkConditions(): boolean {
    const faulty = faultyConditions(form);
    const [first] = faulty;
    if (!first) return true;
    check(...faulty.map(({ key }) => key));
    setStep('conditions');
    focus(`[data-condition="${first.key}"] input`);
    return false;
  }

  return { step, setStep, show, checked, check, checkConditions, fields };
}
