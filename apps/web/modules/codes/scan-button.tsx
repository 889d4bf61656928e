import { IconScan } from '@tabler/icons-react';
import { rights } from '@voltloop/contract/rights.ts';
import { lazy, Suspense, useEffect, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useRight } from '../../context/rights.ts';
import button from '../../ui/button/icon-button.module.css';
import { bufferEarlyKeys, drainEarlyKeys } from './early-keys.ts';
import { openScanner } from './scan-state.ts';

// The scanner listener starts a moment after the page is shown; earlier input is buffered.
const ScanAnywhere = lazy(() => import('./scan-anywhere.tsx'));

/** The button in the back office's navbar that opens the camera, and the scanning code behind it. */
export function ScanButton() {
  const { pathname } = useLocation();
  const maySee = useRight(rights.batteries);
  return pathname.startsWith('/backoffice/') && maySee ? <Scanning /> : null;
}

function Scanning() {
  const { t } = useTranslation('shell');
  // Before the effect that drains them, wherever it is mounted.
  useLayoutEffect(() => {
    bufferEarlyKeys();
    return () => void drainEarlyKeys();
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.code !== 'KeyS' || !event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
      event.preventDefault();
      openScanner();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        className={button.button}
        aria-label={t('scan')}
        title={t('scan')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Alt+S"
        onClick={() => openScanner()}
      >
        <IconScan size={18} stroke={1.7} aria-hidden="true" />
      </button>
      <Suspense>
        <ScanAnywhere />
      </Suspense>
    </>
  );
}
