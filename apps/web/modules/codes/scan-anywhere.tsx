import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { deliver } from './scan-receivers.ts';
import { closeScanner, forgetRead, lookUp, useScan } from './scan-state.ts';
import { useWedge } from './use-wedge.ts';

const ScanDialog = lazy(() => import('./scan-dialog.tsx'));
const ReadDialog = lazy(() => import('./read-dialog.tsx'));

/** Scanning in the whole back office: listens for keyboard-wedge scanners, and shows the camera and the result. */
export default function ScanAnywhere() {
  const scanner = useScan((state) => state.scanner);
  const read = useScan((state) => state.read);
  const { pathname } = useLocation();
  useWedge(deliver);
  // Leaving a page, also with Back, closes the camera that was opened on it, and switches its light off.
  useEffect(() => closeScanner, [pathname]);
  useEffect(() => forgetRead, []);
  return (
    <Suspense>
      {scanner && (
        <ScanDialog
          onClose={closeScanner}
          onRead={(text) => {
            closeScanner();
            (scanner.receiver ?? lookUp)(text);
          }}
        />
      )}
      {read && <ReadDialog key={read.text} text={read.text} />}
    </Suspense>
  );
}
