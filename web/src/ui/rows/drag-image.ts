import styles from './drag-image.module.css';

/** What is seen under the pointer while rows are dragged: how many they are. */
export function showDragImage(data: DataTransfer, words: string): void {
  const image = document.createElement('div');
  image.className = styles['image'] ?? '';
  image.textContent = words;
  document.body.append(image);
  data.setDragImage(image, -12, -12);
  // The browser has taken its picture when the next frame is drawn.
  requestAnimationFrame(() => image.remove());
}
