import { create } from 'zustand';

/** What a toast says: a key of a catalogue, or a text that is shown as it is. */
export type ToastText = { ns: string; key: string; values?: Record<string, string> } | { text: string };
export type ToastTone = 'warning' | 'error' | 'success' | 'info';

export interface Toast {
  id: number;
  tone: ToastTone;
  what: ToastText;
  /** ms; 0 stays until it is closed. */
  duration_ms: number;
  /** What a button in the message takes back; once the message has closed, `otherwise` happens. */
  undo?: { run: () => void; otherwise: () => void };
}

/** How long something can be taken back, ms. */
export const UNDO_MS = 5000;
/** Length of a warning, ms (specification section 9). */
export const WARNING_MS = 5000;

export const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }));

let next = 1;

function show(tone: ToastTone, what: ToastText, duration_ms: number, undo?: Toast['undo']): number {
  const id = next++;
  const same = JSON.stringify(what);
  const before = useToasts.getState().toasts;
  // The same words once, and never more than four.
  const kept = before.filter((each) => JSON.stringify(each.what) !== same).slice(-3);
  useToasts.setState({ toasts: [...kept, { id, tone, what, duration_ms, ...(undo ? { undo } : {}) }] });
  for (const gone of before) if (!kept.includes(gone)) gone.undo?.otherwise();
  return id;
}

function take(id: number): Toast | undefined {
  const { toasts } = useToasts.getState();
  useToasts.setState({ toasts: toasts.filter((each) => each.id !== id) });
  return toasts.find((each) => each.id === id);
}

/** Short messages over the page; they are read out, and wait while the pointer or the focus is on them. */
export const toast = {
  warning: (what: ToastText, duration_ms = WARNING_MS) => show('warning', what, duration_ms),
  error: (what: ToastText, duration_ms = WARNING_MS) => show('error', what, duration_ms),
  success: (what: ToastText, duration_ms = 3000) => show('success', what, duration_ms),
  info: (what: ToastText, duration_ms = 4000) => show('info', what, duration_ms),
  /** Says what has been done, with a button that takes it back; `otherwise` really does it, when the message goes. */
  undoable: (what: ToastText, undo: NonNullable<Toast['undo']>) => show('info', what, UNDO_MS, undo),
  close: (id: number) => take(id)?.undo?.otherwise(),
  undo: (id: number) => take(id)?.undo?.run(),
};
