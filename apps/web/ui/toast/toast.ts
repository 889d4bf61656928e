import { create } from 'zustand';

/** The text of a toast: a key of a catalogue, or a literal text. */
export type ToastText = { ns: string; key: string; values?: Record<string, string> } | { text: string };
export type ToastTone = 'warning' | 'error' | 'success' | 'info';

export interface Toast {
  id: number;
  tone: ToastTone;
  what: ToastText;
  /** ms; 0 stays until it is closed. */
  duration_ms: number;
  /** Offers an undo button; `otherwise` runs when the message closes without undo. */
  undo?: { run: () => void; otherwise: () => void };
}

/** How long an action can be undone, ms. */
export const UNDO_MS = 5000;
/** Duration of a warning, ms (specification section 9). */
export const WARNING_MS = 5000;

export const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }));

let next = 1;

function show(tone: ToastTone, what: ToastText, duration_ms: number, undo?: Toast['undo']): number {
  const id = next++;
  const same = JSON.stringify(what);
  const before = useToasts.getState().toasts;
  // No duplicates, and never more than four.
  const kept = before.filter((each) => JSON.stringify(each.what) !== same).slice(-3);
  useToasts.setState({ toasts: [...kept, { id, tone, what, duration_ms, ...(undo ? { undo } : {}) }] });
  for (const dropped of before) if (!kept.includes(dropped)) dropped.undo?.otherwise();
  return id;
}

function remove(id: number): Toast | undefined {
  const { toasts } = useToasts.getState();
  useToasts.setState({ toasts: toasts.filter((each) => each.id !== id) });
  return toasts.find((each) => each.id === id);
}

/** Short messages over the page; read out by screen readers, and kept while the pointer or the focus is on them. */
export const toast = {
  warning: (what: ToastText, duration_ms = WARNING_MS) => show('warning', what, duration_ms),
  error: (what: ToastText, duration_ms = WARNING_MS) => show('error', what, duration_ms),
  success: (what: ToastText, duration_ms = 3000) => show('success', what, duration_ms),
  info: (what: ToastText, duration_ms = 4000) => show('info', what, duration_ms),
  /** Announces an action with an undo button; `otherwise` performs it when the message closes. */
  undoable: (what: ToastText, undo: NonNullable<Toast['undo']>) => show('info', what, UNDO_MS, undo),
  close: (id: number) => remove(id)?.undo?.otherwise(),
  undo: (id: number) => remove(id)?.undo?.run(),
};
