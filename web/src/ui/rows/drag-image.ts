import styles from './drag-image.module.css';

/** The drag image under the pointer: how many rows are dragged. */
export function showDragImage(data: DataTransfer, words: string): void {
  const image = document.createElement('div');
  image.className = styles['image'] ?? '';
  image.textContent = words;
  document.body.append(image);
  data.setDragImage(image, -12, -12);
  // The browser has taken its snapshot by the next frame.
  requestAnimationFrame(() => image.remove());
}
