/** Buffers text typed between the shortcut that opens the palette and the focus of its field. */
let text = '';
let keeping = false;

function keep(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === 'Backspace') text = text.slice(0, -1);
  else if ([...event.key].length === 1) text += event.key;
  else return;
  // The element with the focus until then is not the target of the text.
  event.preventDefault();
  event.stopPropagation();
}

/** Starts buffering: the palette's code may have to be loaded first. */
export function bufferEarlyText(): void {
  if (keeping) return;
  keeping = true;
  text = '';
  window.addEventListener('keydown', keep, true);
}

/** Returns the buffered text and stops buffering. */
export function drainEarlyText(): string {
  window.removeEventListener('keydown', keep, true);
  keeping = false;
  const typed = text;
  text = '';
  return typed;
}
