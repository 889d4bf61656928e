import '@fontsource-variable/inter/wght.css';
import './ui/theme/tokens.css';
import './shell/base.css';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { followColorScheme } from './context/color-scheme.ts';
import { startI18n } from './context/i18n.ts';
import { followSettings } from './context/settings/settings-sync.ts';
import { provideSiteMap } from './context/site-map.ts';
import { backofficeViews } from './modules/backoffice/frame.ts';
import { loadThingEvents } from './modules/events/frame.ts';
import { provideViews } from './modules/resources/frame.ts';
import { provideThingTabs } from './modules/things/frame.ts';
import { makeRouter } from './router.tsx';
import { siteMap, widePages } from './routes.tsx';
import { collects, logError, startErrorLog } from './shell/error-log/error-log.ts';
import { fetchAhead } from './shell/fetch-ahead.ts';
import { showSize, useSize } from './shell/layout/size.ts';
import { blockWheelZoom } from './shell/zoom-block.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

provideSiteMap(siteMap, widePages);
provideViews(backofficeViews);
provideThingTabs({ events: loadThingEvents });
followColorScheme();
blockWheelZoom();
followSettings();
showSize(useSize.getState().size);
const build = import.meta.env.MODE;
startErrorLog(build);
// With the first focus: the first page needs none of it.
document.addEventListener(
  'focusin',
  () => void import('./shell/assistive.ts').then(({ startAssistive }) => startAssistive()),
  { once: true },
);
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
