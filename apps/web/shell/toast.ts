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
}

/** Length of a warning, ms (specification section 9). */
export const WARNING_MS = 5000;

export const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }));

let next = 1;

function show(tone: ToastTone, what: ToastText, duration_ms: number): number {
  const id = next++;
  const same = JSON.stringify(what);
  useToasts.setState(({ toasts }) => ({
    // The same words once, and never more than four.
    toasts: [
      ...toasts.filter((each) => JSON.stringify(each.what) !== same).slice(-3),
      { id, tone, what, duration_ms },
    ],
  }));
  return id;
}

/** Short messages over the page; they are read out, and wait while the pointer or the focus is on them. */
export const toast = {
  warning: (what: ToastText, duration_ms = WARNING_MS) => show('warning', what, duration_ms),
  error: (what: ToastText, duration_ms = WARNING_MS) => show('error', what, duration_ms),
  success: (what: ToastText, duration_ms = 3000) => show('success', what, duration_ms),
  info: (what: ToastText, duration_ms = 4000) => show('info', what, duration_ms),
  close: (id: number) => {
    useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((each) => each.id !== id) }));
  },
};
