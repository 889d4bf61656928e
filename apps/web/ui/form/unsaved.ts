import { createContext, useContext, useEffect, useId, useInsertionEffect, useRef } from 'react';
import { create } from 'zustand';

/** A form with unsaved changes; `save` tries to save them, and resolves to whether it did. */
export interface Unsaved {
  /** Its page: the key of {@link PageKey}. */
  page: string;
  /** The dialog that contains it: the value of {@link DialogKey}. */
  dialog: string | null;
  /** Undefined where only its own buttons can save it. */
  save: (() => Promise<boolean>) | undefined;
}

/** The page of a component; the tab strip provides a key for each of its pages. */
export const PageKey = createContext('page');

/** The dialog of a component. */
export const DialogKey = createContext<string | null>(null);

const useUnsavedForms = create<{ forms: ReadonlyMap<string, Unsaved> }>(() => ({ forms: new Map() }));

/** The forms with unsaved changes, on one page or on all. */
export function unsavedForms(page?: string): Unsaved[] {
  const forms = [...useUnsavedForms.getState().forms.values()];
  return page === undefined ? forms : forms.filter((form) => form.page === page);
}

/** Whether a dialog contains a form with unsaved changes. */
export const unsavedIn = (dialog: string): boolean => unsavedForms().some((form) => form.dialog === dialog);

/** Whether a page has unsaved changes; rerenders when that changes. */
export function useHasUnsaved(page: string): boolean {
  return useUnsavedForms(({ forms }) => [...forms.values()].some((form) => form.page === page));
}

/**
 * Registers this form as unsaved while `dirty`: closing its page asks for confirmation first, and so does the browser
 * before the window closes.
 */
export function useUnsaved(dirty: boolean, save?: () => Promise<boolean>): void {
  const id = useId();
  const page = useContext(PageKey);
  const dialog = useContext(DialogKey);
  const saves = save !== undefined;
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    if (dirty)
      note(id, { page, dialog, save: saves ? async () => (await latest.current?.()) ?? false : undefined });
    else forget(id);
  }, [dirty, id, page, dialog, saves]);
  // A hidden page has its other effects unmounted though its forms still exist, half filled; an insertion effect
  // ends only with the form itself. It may not change state, hence the microtask.
  useInsertionEffect(() => () => queueMicrotask(() => forget(id)), [id]);
}

function note(id: string, form: Unsaved): void {
  useUnsavedForms.setState(({ forms }) => ({ forms: new Map(forms).set(id, form) }));
}

function forget(id: string): void {
  const { forms } = useUnsavedForms.getState();
  if (!forms.has(id)) return;
  const next = new Map(forms);
  next.delete(id);
  useUnsavedForms.setState({ forms: next });
}

const confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault();
useUnsavedForms.subscribe(({ forms }) => {
  // Adding the same listener again changes nothing.
  if (forms.size) window.addEventListener('beforeunload', confirmUnload);
  else window.removeEventListener('beforeunload', confirmUnload);
});
