import { lazy, Suspense, useEffect, useState } from 'react';
import { onSessionEnd } from '../../api/session.ts';
import { useShortcuts } from '../shortcuts.ts';
import { leaveOverlays, useOverlays } from './overlay-state.ts';

const Palette = lazy(() => import('./palette.tsx'));
const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'));

/** The command palette and the list of shortcuts with their shortcut keys; each loads on first use. */
export function Overlays() {
  useShortcuts();
  const shown = useOverlays((state) => state.shown);
  const [mounted, setMounted] = useState({ palette: false, shortcuts: false });
  if (shown && !mounted[shown]) setMounted({ ...mounted, [shown]: true });
  useEffect(() => onSessionEnd(leaveOverlays), []);
  return (
    <Suspense>
      {mounted.palette && <Palette opened={shown === 'palette'} />}
      {mounted.shortcuts && <ShortcutsDialog opened={shown === 'shortcuts'} />}
    </Suspense>
  );
}
