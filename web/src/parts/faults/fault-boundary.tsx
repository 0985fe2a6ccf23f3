import { LIMITS } from '@bocau/contract/limits.ts';
import { Button } from '@mantine/core';
import { Component, type ReactNode, useContext } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { usePassFocus } from '../../ui/use-pass-focus.ts';
import { ApiContext } from '../mailbox/use-api.ts';
import styles from './fault-boundary.module.css';

type Props = {
  /** The name of the part of the screen, for the server's log. */
  where: string;
  /** The identity of what it shows; a new one resets the boundary. */
  of?: string;
  /** The fallback; by default a line that offers a retry. */
  instead?: (retry: () => void) => ReactNode;
  children: ReactNode;
};

/**
 * An error boundary for one part of the screen: the rest keeps working, and the error is reported to the
 * server's log.
 */
export function FaultBoundary({ where, of, instead, children }: Props) {
  const api = useContext(ApiContext);

  function report(error: unknown): void {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : 'not an error';
    api
      ?.reportClientError({
        body: {
          kind: 'screen',
          message: message.slice(0, LIMITS.clientErrorLength),
          where: placeOf(where, error),
        },
      })
      // A user cannot help if the report fails.
      .catch(() => undefined);
  }

  return (
    <Boundary of={of} report={report} instead={instead ?? ((retry) => <BrokenPart onRetry={retry} />)}>
      {children}
    </Boundary>
  );
}

type BoundaryProps = {
  of: string | undefined;
  report(error: unknown): void;
  instead(retry: () => void): ReactNode;
  children: ReactNode;
};

class Boundary extends Component<BoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.report(error);
  }

  override componentDidUpdate({ of }: BoundaryProps): void {
    if (this.state.broken && of !== this.props.of) this.setState({ broken: false });
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return this.props.instead(() => this.setState({ broken: false }));
  }
}

function BrokenPart({ onRetry }: { onRetry(): void }) {
  const { t } = useTranslation();
  const part = usePassFocus<HTMLDivElement>();
  return (
    <div ref={part} className={styles.broken} role="alert">
      <p>{t('common.fault')}</p>
      <Button variant="default" size="compact-sm" onClick={onRetry}>
        {t('common.actions.retry')}
      </Button>
    </div>
  );
}

/** The part, and the location in our code: nothing that could come from a message. */
function placeOf(where: string, error: unknown): string {
  const [place = ''] =
    /\/assets\/[\w.-]+\.js:\d+:\d+/.exec((error instanceof Error && error.stack) || '') ?? [];
  return `${where} ${place}`.trim();
}
