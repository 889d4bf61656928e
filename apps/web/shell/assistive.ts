import { keepFocus } from '@voltloop/ui/focus-kept.ts';
import { announceChoices } from '../parts/announce-choices.ts';
import { toast, useToasts } from '../parts/toast.ts';

/** Ctrl+Z takes back what the newest message offers to undo: Tab would hardly reach its button before it closes. */
function undoByKey(): void {
  document.addEventListener('keydown', (event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
    const { target } = event;
    const isTyping =
      target instanceof Element &&
      target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]');
    if (!isUndo || isTyping || event.defaultPrevented) return;
    const newest = useToasts.getState().toasts.findLast(({ undo }) => undo);
    if (!newest) return;
    event.preventDefault();
    toast.undo(newest.id);
  });
}

/** What users of keyboards and screen readers need on every page; loads with the first focus. */
export function startAssistive(): void {
  keepFocus();
  announceChoices();
  undoByKey();
}
