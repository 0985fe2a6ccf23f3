import { useEffect } from 'react';
import { whenIdle } from '../../lib/when-idle.ts';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';

/** Keeps the favicon in step with the unread count of the inbox. */
export function usePageBadge(): void {
  const unread = useMailbox((model) => model.folderByPath('INBOX')?.unread_threads ?? 0);
  // Deferred until idle: rendering the list comes first.
  useEffect(() => {
    let giveUp: (() => void) | undefined;
    const takeBack = whenIdle(() => (giveUp = drawTabIcon(unread)), DRAWN_WITHIN_MS);
    return () => {
      takeBack();
      giveUp?.();
    };
  }, [unread]);
}

const DRAWN_WITHIN_MS = 1_000;
const DRAWN = 64;
const PLAIN_ICON = '/icon.svg';

/** Returns how to cancel it for a newer count. */
function drawTabIcon(unread: number): (() => void) | undefined {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  if (unread === 0) {
    link.href = PLAIN_ICON;
    return;
  }
  const icon = new Image(DRAWN, DRAWN);
  icon.onload = () => {
    const canvas = document.createElement('canvas');
    canvas.width = DRAWN;
    canvas.height = DRAWN;
    const pen = canvas.getContext('2d');
    if (!pen) return;
    const style = getComputedStyle(document.documentElement);
    pen.drawImage(icon, 0, 0, DRAWN, DRAWN);
    pen.fillStyle = style.getPropertyValue('--danger');
    pen.beginPath();
    pen.arc(44, 44, 20, 0, Math.PI * 2);
    pen.fill();
    pen.fillStyle = style.getPropertyValue('--surface-raised');
    pen.font = `600 ${unread > 9 ? 22 : 28}px ${style.getPropertyValue('--font')}`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillText(unread > 99 ? '99+' : String(unread), 44, 46, 36);
    link.href = canvas.toDataURL('image/png');
  };
  icon.src = PLAIN_ICON;
  return () => {
    icon.onload = null;
  };
}
