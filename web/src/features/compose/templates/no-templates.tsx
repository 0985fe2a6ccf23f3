import { ApiError } from '@bocau/contract/client.ts';
import { useEffect } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSessionModel, useSessionState } from '../../../parts/session/use-session-model.ts';
import styles from '../../../parts/templates/templates.module.css';
import type { useTemplates } from '../../../parts/templates/use-templates.ts';
import { LoadFailed } from '../../../ui/load-failed.tsx';

export type NoTemplates = ReturnType<typeof useNoTemplates>;

/** Why there are no templates to choose from, where they could not be loaded. */
export function useNoTemplates({ own, domain }: ReturnType<typeof useTemplates>) {
  const session = useSessionModel();
  const lost = useSessionState(({ connection }) => connection().state === 'lost');
  const lists = [own, domain];
  const failed = lists.some(({ isError }) => isError);
  const isUnanswered = ({ error }: (typeof lists)[number]) => error instanceof ApiError && error.status === 0;
  const out = lists.some((list) => list.isPaused || isUnanswered(list)) || (failed && lost);

  function load(): void {
    for (const list of lists) if (list.isError) void list.refetch();
  }

  // The browser tells of its own network, and not of a server that can be reached again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is back
  useEffect(() => {
    if (!lost) load();
  }, [lost]);

  return {
    out,
    failed,
    waits: lists.some(({ isPending }) => isPending),
    retry() {
      session.tryNow();
      load();
    },
  };
}

/** Shown in place of the templates. */
export function NoTemplatesShown({ why }: { why: NoTemplates }) {
  const { t } = useTranslation();
  if (why.out) return <LoadFailed words={t('templates.offline')} onRetry={why.retry} />;
  if (why.failed) return <LoadFailed words={t('templates.loadFailed')} onRetry={why.retry} />;
  return <p className={styles.none}>{why.waits ? t('common.loading') : t('templates.none')}</p>;
}
