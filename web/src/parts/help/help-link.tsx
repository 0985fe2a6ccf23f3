import type { ComponentProps } from 'react';
import { useSessionState } from '../session/use-session-model.ts';
import { helpRequest } from './help-request.ts';

type Props = Omit<ComponentProps<'a'>, 'href' | 'target' | 'rel'> & {
  /** The first page; left out, the one that fits the current screen. */
  page?: string;
};

/** LY-17: our own help opens over the page, help of the installation in a new tab. */
export function HelpLink({ page = '', onClick, children, ...rest }: Props) {
  const elsewhere = useSessionState((session) => session.user()?.links?.help);
  if (elsewhere) {
    return (
      <a {...rest} href={elsewhere} target="_blank" rel="noopener noreferrer" onClick={onClick}>
        {children}
      </a>
    );
  }
  return (
    <a
      {...rest}
      href={`/help/${page}`}
      onClick={(event) => {
        // The user asked for a new tab.
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onClick?.(event);
        helpRequest.set(page);
      }}
    >
      {children}
    </a>
  );
}
