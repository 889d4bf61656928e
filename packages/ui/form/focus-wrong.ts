const WRAPPER_ERROR = '.mantine-InputWrapper-error';

/** Number of frames in which a list of lines may scroll to its first invalid line. */
const FRAMES = 3;

/**
 * Focuses the first invalid input of a form, in document order, once its error is shown.
 * @param otherwise Called when no input shows an error.
 */
export function focusFirstWrong(form: HTMLFormElement | null, otherwise?: () => void, frames = FRAMES): void {
  if (frames > 0) {
    requestAnimationFrame(() => focusFirstWrong(form, otherwise, frames - 1));
    return;
  }
  const wrong = form?.querySelector<HTMLElement>(`[aria-invalid="true"], ${WRAPPER_ERROR}`);
  if (!wrong) otherwise?.();
  // Files and lists of lines have no single input: their first control gets the focus.
  else if (wrong.matches(WRAPPER_ERROR))
    wrong.parentElement?.querySelector<HTMLElement>('input, button, [tabindex]')?.focus();
  else wrong.focus();
}
