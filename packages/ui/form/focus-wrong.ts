const WRAPPER_ERROR = '.mantine-InputWrapper-error';

/** How many frames a list of lines may take to scroll to its first wrong line. */
const FRAMES = 3;

/**
 * Focuses the first input of a form that is wrong, in the order in which they are read, once its error is shown.
 * @param otherwise Called when no input shows an error.
 */
export function focusFirstWrong(form: HTMLFormElement | null, otherwise?: () => void, frames = FRAMES): void {
  if (frames > 0) {
    requestAnimationFrame(() => focusFirstWrong(form, otherwise, frames - 1));
    return;
  }
  const wrong = form?.querySelector<HTMLElement>(`[aria-invalid="true"], ${WRAPPER_ERROR}`);
  if (!wrong) otherwise?.();
  // Files and lists of lines have no single input: their first control takes the focus.
  else if (wrong.matches(WRAPPER_ERROR))
    wrong.parentElement?.querySelector<HTMLElement>('input, button, [tabindex]')?.focus();
  else wrong.focus();
}
