import i18next from 'i18next';
import { toast } from '../toast/toast.ts';

/** Toggles full screen; shows a message where the browser does not support it (specification section 2). */
export function toggleFullScreen(): void {
  if (!document.fullscreenEnabled) {
    unsupported();
    return;
  }
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen();
  done.catch(unsupported);
}

function unsupported(): void {
  void i18next
    .loadNamespaces('settings')
    .then(() => toast.warning({ ns: 'settings', key: 'fullScreen.unsupported' }));
}
