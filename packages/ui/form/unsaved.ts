import { createContext, useContext, useEffect, useId, useInsertionEffect, useRef } from 'react';
import { create } from 'zustand';

/** A form with changes that are not saved; `save` tries to, and says whether it could. */
export interface Unsaved {
  /** The page it is on: the key of {@link PageKey}. */
  page: string;
  save: () => Promise<boolean>;
}

/** The page of the console that a component is on; the tab strip gives each of its pages its own. */
export const PageKey = createContext('page');

const useUnsavedForms = create<{ forms: ReadonlyMap<string, Unsaved> }>(() => ({ forms: new Map() }));

/** The forms with unsaved changes, on one page or on all. */
export function unsavedForms(page?: string): Unsaved[] {
  const forms = [...useUnsavedForms.getState().forms.values()];
  return page === undefined ? forms : forms.filter((form) => form.page === page);
}

/** Whether a page has unsaved changes; re-renders when that changes. */
export function useHasUnsaved(page: string): boolean {
  return useUnsavedForms(({ forms }) => [...forms.values()].some((form) => form.page === page));
}

/**
 * Notes while `dirty` that this form has unsaved changes: closing its page asks first, and the browser asks
 * before the window closes.
 */
export function useUnsaved(dirty: boolean, save: () => Promise<boolean>): void {
  const id = useId();
  const page = useContext(PageKey);
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    if (dirty) note(id, { page, save: () => latest.current() });
    else forget(id);
  }, [dirty, id, page]);
  // A hidden page has its other effects taken down though its forms are still there, half filled; an insertion effect
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

const ask = (event: BeforeUnloadEvent) => event.preventDefault();
useUnsavedForms.subscribe(({ forms }) => {
  // Adding it again changes nothing.
  if (forms.size) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
});
