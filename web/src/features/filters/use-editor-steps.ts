import { useRef, useState } from 'react';
import { type FilterForm, faultyConditions } from './filter-form.ts';

export type EditorStep = 'conditions' | 'actions';

/** The two steps of the editor: which one is shown, the faults it shows, and where the focus goes. */
export function useEditorSteps(form: FilterForm) {
  const [step, setStep] = useState<EditorStep>('conditions');
  const [checked, setChecked] = useState<ReadonlySet<number>>(new Set());
  const fields = useRef<HTMLFormElement>(null);

  /** The step's own fields are there after the next drawing. */
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

  /** Shows what is wrong with the conditions; true where nothing is. */
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
