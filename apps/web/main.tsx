import './zod-config.ts';
import '@fontsource-variable/inter/wght.css';
import '@voltloop/ui/tokens.css';
import './shell/base.css';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { makeRouter } from './router.tsx';
import { followColorScheme } from './shell/color-scheme.ts';
import { startI18n } from './shell/i18n.ts';
import { blockWheelZoom } from './shell/zoom-block.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

followColorScheme();
blockWheelZoom();
await startI18n();
createRoot(root).render(
  <StrictMode>
    <Suspense>
      <RouterProvider router={makeRouter()} />
    </Suspense>
  </StrictMode>,
);
