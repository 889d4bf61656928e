import { toast } from './toast.ts';

/** Fills the screen with the console, or gives it back; says so where the browser cannot (specification section 2). */
export function toggleFullScreen(): void {
  if (!document.fullscreenEnabled) {
    toast.warning({ ns: 'shell', key: 'noFullScreen' });
    return;
  }
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen();
  done.catch(() => toast.warning({ ns: 'shell', key: 'noFullScreen' }));
}
