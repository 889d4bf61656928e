import '@fontsource-variable/inter/wght.css';
import '@voltloop/ui/tokens.css';
import './shell/base.css';
import { keepFocus } from '@voltloop/ui/focus-kept.ts';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { makeRouter } from './router.tsx';
import { followColorScheme } from './shell/color-scheme.ts';
import { collects, logError, startErrorLog } from './shell/error-log/error-log.ts';
import { fetchAhead } from './shell/fetch-ahead.ts';
import { startI18n } from './shell/i18n.ts';
import { showSize, useSize } from './shell/layout/size.ts';
import { followSettings } from './shell/settings/settings-sync.ts';
import { blockWheelZoom } from './shell/zoom-block.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

followColorScheme();
keepFocus();
blockWheelZoom();
followSettings();
showSize(useSize.getState().size);
const build = import.meta.env.MODE;
startErrorLog(build);
await Promise.all([startI18n(), fetchAhead(window.location.pathname)]);
createRoot(root, {
  onCaughtError: (error, { componentStack }) => {
    console.error(error);
    if (collects(build)) logError(error, componentStack?.trim().split('\n')[0] ?? '');
  },
}).render(
  <StrictMode>
    <Suspense>
      <RouterProvider router={makeRouter()} />
    </Suspense>
  </StrictMode>,
);
