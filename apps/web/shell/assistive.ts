import { keepFocus } from '../ui/focus/focus-kept.ts';
import { announceChoices } from '../ui/form/announce-choices.ts';
import { toast, useToasts } from '../ui/toast/toast.ts';

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
