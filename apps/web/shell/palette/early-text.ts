/** Text typed between the key that opens the palette and the moment its field has the focus. */
let text = '';
let keeping = false;

function keep(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === 'Backspace') text = text.slice(0, -1);
  else if ([...event.key].length === 1) text += event.key;
  else return;
  // Whatever has the focus until then is not what the text is meant for.
  event.preventDefault();
  event.stopPropagation();
}

/** Keeps what is typed from now on: the palette's code may have to be fetched first. */
export function bufferEarlyText(): void {
  if (keeping) return;
  keeping = true;
  text = '';
  window.addEventListener('keydown', keep, true);
}

/** What was typed since; from now on nothing is kept. */
export function drainEarlyText(): string {
  window.removeEventListener('keydown', keep, true);
  keeping = false;
  const typed = text;
  text = '';
  return typed;
}
