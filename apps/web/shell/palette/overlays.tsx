import { lazy, Suspense, useEffect, useState } from 'react';
import { onSessionEnd } from '../../api/session.ts';
import { useShortcuts } from '../shortcuts.ts';
import { leaveOverlays, useOverlays } from './overlay-state.ts';

const Palette = lazy(() => import('./palette.tsx'));
const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'));

/** The command palette and the list of shortcuts, with the keys that open them; each loads when it is first wanted. */
export function Overlays() {
  useShortcuts();
  const shown = useOverlays((state) => state.shown);
  const [wanted, setWanted] = useState({ palette: false, shortcuts: false });
  if (shown && !wanted[shown]) setWanted({ ...wanted, [shown]: true });
  useEffect(() => onSessionEnd(leaveOverlays), []);
  return (
    <Suspense>
      {wanted.palette && <Palette opened={shown === 'palette'} />}
      {wanted.shortcuts && <ShortcutsDialog opened={shown === 'shortcuts'} />}
    </Suspense>
  );
}
