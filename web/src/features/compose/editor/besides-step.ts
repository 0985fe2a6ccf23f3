import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Step, StepMap, StepResult } from '@tiptap/pm/transform';

/** What goes into a message together with a text, outside of the editor. */
export type Besides = { put(): void; takeBack(): void };

/** TE-11: leaves the text as it is, and puts into the editor's undo and redo what came with a change of it. */
export class BesidesStep extends Step {
  private readonly besides: Besides;
  private readonly act: keyof Besides;

  constructor(besides: Besides, act: keyof Besides = 'put') {
    super();
    this.besides = besides;
    this.act = act;
  }

  run(): void {
    this.besides[this.act]();
  }

  override apply(doc: Node): StepResult {
    return StepResult.ok(doc);
  }

  override getMap(): StepMap {
    return StepMap.empty;
  }

  override invert(): BesidesStep {
    return new BesidesStep(this.besides, this.act === 'put' ? 'takeBack' : 'put');
  }

  override map(): BesidesStep {
    return this;
  }

  /** Steps stay in this editor. */
  override toJSON(): object {
    return { stepType: 'besides' };
  }
}

/** Runs the steps of everything that is done, undone and redone in the editor. */
export function runBesides(editor: Editor): void {
  editor.on('transaction', ({ transaction }) => {
    for (const step of transaction.steps) if (step instanceof BesidesStep) step.run();
  });
}
