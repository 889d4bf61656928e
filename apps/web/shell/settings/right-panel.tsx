import { useFocusTrap } from '@mantine/hooks';
import { IconSettings, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './right-panel.module.css';

const SettingsDrawer = lazy(async () => ({
  default: (await import('./settings-drawer.tsx')).SettingsDrawer,
}));

/** Distance of the handle from the top of the window, px (specification section 2). */
const BUTTON_TOP_PX = 250;

/** The settings panel at the right edge, with its handle; a press outside and Escape close it. */
export function RightPanel({ buttonTop_px = BUTTON_TOP_PX }: { buttonTop_px?: number }) {
  const { t } = useTranslation('settings');
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const handle = useRef<HTMLButtonElement>(null);
  const trap = useFocusTrap(open);
  const close = () => {
    setOpen(false);
    handle.current?.focus({ preventScroll: true });
  };
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      setOpen(false);
      handle.current?.focus({ preventScroll: true });
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape and the handle close it too */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      {open && <div className={styles.backdrop} onClick={close} />}
      <div className={styles.frame} data-open={open || undefined} ref={trap}>
        <button
          ref={handle}
          type="button"
          className={styles.handle}
          style={{ top: buttonTop_px }}
          aria-label={t(open ? 'close' : 'open')}
          title={t(open ? 'close' : 'open')}
          aria-expanded={open}
          aria-controls="settings-panel"
          onClick={() => {
            setUsed(true);
            if (open) close();
            else setOpen(true);
          }}
        >
          {open ? (
            <IconX size={22} stroke={1.7} aria-hidden="true" />
          ) : (
            <IconSettings size={22} stroke={1.7} aria-hidden="true" />
          )}
        </button>
        <div
          id="settings-panel"
          className={styles.panel}
          role="dialog"
          aria-modal="true"
          aria-labelledby="settings-title"
          inert={!open}
        >
          <Suspense>{used && <SettingsDrawer />}</Suspense>
        </div>
      </div>
    </>
  );
}
