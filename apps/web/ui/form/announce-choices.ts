import i18next from 'i18next';

/** Pause after the last change of the list, ms: a search sends its results in between. */
const QUIET_MS = 500;

/**
 * Announces what a search in a list of choices has found. The focus stays in the field, so that a screen reader would
 * otherwise say nothing until an arrow key is pressed.
 */
export function announceChoices(): void {
  const region = document.createElement('div');
  region.role = 'status';
  region.className = 'visually-hidden';
  document.body.append(region);
  let field: HTMLInputElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const announce = () => {
    const list = field && document.getElementById(field.getAttribute('aria-controls') ?? '');
    watch.disconnect();
    if (!list || field !== document.activeElement) return;
    watch.observe(list, { childList: true, subtree: true });
    const count = list.querySelectorAll('[role="option"]').length;
    region.textContent = count > 0 ? i18next.t('choices', { count }) : list.textContent;
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(announce, QUIET_MS);
  };
  const watch = new MutationObserver(wait);
  document.addEventListener('input', ({ target }) => {
    // The palette announces its own results.
    if (!(target instanceof HTMLInputElement) || !target.matches('.mantine-Input-input[role="combobox"]'))
      return;
    field = target;
    wait();
  });
}
