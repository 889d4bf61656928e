const WRAPPER_ERROR = '.mantine-InputWrapper-error';

/** Frames in which a list of lines may scroll to its first invalid line. */
const SETTLING = 3;
/** Frames after which no input is expected to show an error any more: a busy browser draws it late. */
const MOST = 60;

/**
 * Focuses the first invalid input of a form, in document order, once its error is shown.
 * @param otherwise Called when no input shows an error.
 */
export function focusFirstWrong(form: HTMLFormElement | null, otherwise?: () => void, frame = 0): void {
  const wrong =
    frame < SETTLING ? null : form?.querySelector<HTMLElement>(`[aria-invalid="true"], ${WRAPPER_ERROR}`);
  if (!wrong) {
    if (frame < MOST) requestAnimationFrame(() => focusFirstWrong(form, otherwise, frame + 1));
    else otherwise?.();
  }
  // Files and lists of lines have no single input: their first control gets the focus.
  else if (wrong.matches(WRAPPER_ERROR))
    wrong.parentElement?.querySelector<HTMLElement>('input, button, [tabindex]')?.focus();
  else wrong.focus();
}
