import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bodyDocument, frameTokens, type Sheet, showImages } from './body-document.ts';
import { followFrame } from './follow-frame.ts';
import styles from './message-body.module.css';
import type { SafeBody } from './sanitize-body.ts';

/** What was measured before, so that a body that is opened again takes its room at once. */
const heights = new Map<string, number>();
const REMEMBERED = 300;
const FIRST_HEIGHT = 120;

/**
 * A mail's body in a frame where no script runs. It has our origin, so that the page may measure it and put images
 * in; what is in it can't reach the page, for nothing in it can act (docs/decisions/012).
 */
export function BodyFrame({
  name,
  body,
  sheet,
  dark,
  title,
  addresses,
}: {
  name: string;
  body: SafeBody;
  sheet: Sheet;
  dark: boolean;
  title: string;
  addresses: ReadonlyMap<string, string>;
}) {
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(() => heights.get(name) ?? FIRST_HEIGHT);
  const [loaded, setLoaded] = useState(0);
  const source = useMemo(
    () =>
      bodyDocument(body, {
        sheet,
        dark,
        tokens: frameTokens(sheet),
        words: {
          quote: t('threadDetail.body.quote'),
          leadsTo: (host) => t('threadDetail.body.leadsTo', { host }),
        },
      }),
    [body, sheet, dark, t],
  );

  useEffect(() => {
    const page = frame.current?.contentDocument;
    if (loaded === 0 || !page) return;
    void showImages({ root: page, variables: page.documentElement }, body.images, addresses);
  }, [loaded, body, addresses]);

  useLayoutEffect(() => {
    if (loaded === 0 || !frame.current) return undefined;
    return followFrame(frame.current, (measured) => {
      remember(name, measured);
      setHeight(measured);
    });
  }, [loaded, name]);

  return (
    <iframe
      ref={frame}
      className={styles.frame}
      data-sheet={sheet}
      data-ready={loaded > 0}
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={source}
      style={{ height }}
      onLoad={() => setLoaded((times) => times + 1)}
    />
  );
}

function remember(name: string, height: number): void {
  heights.delete(name);
  heights.set(name, height);
  if (heights.size <= REMEMBERED) return;
  const [oldest] = heights.keys();
  if (oldest !== undefined) heights.delete(oldest);
}
