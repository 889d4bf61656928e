import { chooseSetting } from '../../context/settings/settings-sync.ts';
import { isTheme } from '../../context/settings/themes.ts';
import { toast } from '../../ui/toast/toast.ts';

/** Long enough to be read, and announced by a screen reader, ms. */
const SHOWN_MS = 400;

const painted = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/**
 * Changes the theme colour; the message 'Compiling the theme' stays until it is applied (specification section 2). A
 * cleared picker, or an invalid value, changes nothing.
 */
export async function pickTheme(value: unknown): Promise<void> {
  if (!isTheme(value)) return;
  const message = toast.success({ ns: 'settings', key: 'compiling' }, 0);
  await painted();
  chooseSetting('theme', value);
  await painted();
  setTimeout(() => toast.close(message), SHOWN_MS);
}
