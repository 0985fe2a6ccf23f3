import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useCompose, useComposeModel, useComposeWindow } from '../../../parts/compose/lazy-compose.ts';
import { notify } from '../../../parts/notices/notify.ts';
import type { MailEditorHandle } from '../editor/mail-editor.tsx';

const SECONDS_TO_REPLACE = 8;

/**
 * Keeps the signature in step with the sender, and with what the settings choose as long as the message is no draft.
 * Answers how another one is chosen. What somebody wrote in it is replaced only when they say so.
 */
export function useSignature(id: string, editor: RefObject<MailEditorHandle | null>) {
  const { t } = useTranslation();
  const model = useComposeModel();
  const wanted = useCompose((compose) => compose.signatureFor(id));
  const view = useComposeWindow(id);
  const from = view?.from ?? '';
  // Another text came from elsewhere, with the signature that it has.
  const text = view?.loading ? null : view?.bodyRevision;
  const before = useRef({ wanted, from, text });

  function choose(html: string | null, was: string | null): void {
    const known = [...model.signatures().map((signature) => signature.html), ...(was === null ? [] : [was])];
    const replace = () => {
      editor.current?.setSignature(html);
      editor.current?.flush();
    };
    if (editor.current?.whichSignature(known) !== 'edited') {
      replace();
      return;
    }
    notify({
      text: t('composeWindow.signature.kept'),
      action: { label: t('composeWindow.signature.replace'), run: replace },
      seconds: SECONDS_TO_REPLACE,
    });
  }

  const follow = useEffectEvent(() => {
    const last = before.current;
    before.current = { wanted, from, text };
    if (last.wanted === wanted || last.text !== text) return;
    // A draft has the signature that it was saved with, until its sender is another one.
    if (last.from === from && model.window(id)?.messageId !== null) return;
    // Whoever took it out wants none.
    if (last.wanted !== null && editor.current?.whichSignature([]) === 'none') return;
    choose(wanted, last.wanted);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever one of them is another one
  useEffect(() => follow(), [wanted, from, text]);

  return (html: string | null) => choose(html, before.current.wanted);
}
