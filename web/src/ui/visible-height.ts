/**
 * Tracks how much of the page an on-screen keyboard leaves visible, as `--visible` and `--visible-top`: some
 * browsers overlay the keyboard and report it only through the visual viewport. Pinch zoom is not mistaken
 * for a keyboard.
 */
export function followVisibleHeight(): void {
  const shown = window.visualViewport;
  if (!shown) return;
  const { style } = document.documentElement;
  const measure = () => {
    const covered = shown.scale < 1.05 && window.innerHeight - shown.height > 80;
    style.setProperty('--visible', covered ? `${shown.height}px` : '100dvh');
    style.setProperty('--visible-top', covered ? `${shown.offsetTop}px` : '0px');
  };
  shown.addEventListener('resize', measure);
  shown.addEventListener('scroll', measure);
}
