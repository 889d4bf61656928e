import { create } from 'zustand';
import { unsavedForms } from '../../ui/index.ts';

/** The confirmation before unsaved changes are lost. */
export interface LeaveQuestion {
  /** Keys of the affected pages; null means all. */
  pages: readonly string[] | null;
  answer: (leave: boolean) => void;
}

export const useLeaveQuestion = create<{ question: LeaveQuestion | null }>(() => ({ question: null }));

/** The forms with unsaved changes on these pages. */
export function unsavedOn(pages: readonly string[] | null) {
  return unsavedForms().filter((form) => pages === null || pages.includes(form.page));
}

/**
 * Asks the user whether pages with unsaved changes may close: "Save and leave", "Discard", "Stay". Without unsaved
 * changes it resolves at once. A question still open is answered with "Stay".
 */
export function mayLeave(pages: readonly string[] | null): Promise<boolean> {
  if (unsavedOn(pages).length === 0) return Promise.resolve(true);
  useLeaveQuestion.getState().question?.answer(false);
  return new Promise((resolve) => {
    const answer = (leave: boolean) => {
      useLeaveQuestion.setState({ question: null });
      resolve(leave);
    };
    useLeaveQuestion.setState({ question: { pages, answer } });
  });
}
