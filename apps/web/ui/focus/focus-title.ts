/**
 * Ref of a dialog's title: gives it the focus at the opening, unless something in the dialog is marked with
 * `data-autofocus`. Otherwise the close button would get it, as the first control (WAI-ARIA dialog pattern, note on
 * initial focus). The title needs `tabIndex={-1}`.
 */
export function focusTitle(title: HTMLElement | null): void {
  if (title && !title.closest('[role="dialog"]')?.querySelector('[data-autofocus]'))
    title.dataset.autofocus = '';
}
