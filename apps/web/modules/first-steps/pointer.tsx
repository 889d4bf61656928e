import { Button, Tour } from '@mantine/core';
import '@mantine/core/styles/Tour.layer.css';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useAccount } from '../../context/use-account.ts';
import styles from './pointer.module.css';
import { type Pointing, pointAt, usePointing } from './pointing.ts';

/** How long to wait for a control: a list without rows has no row menu, for example. */
const WAIT_MS = 10_000;
/** Above the bars and the menu, below messages. */
const Z_INDEX = 250;

/** The popover that highlights the control of a step, once its page is shown. */
export default function Pointer() {
  const at = usePointing((state) => state.at);
  return at && <PointAt key={`${at.step} ${at.path}`} at={at} />;
}

function PointAt({ at }: { at: Pointing }) {
  const { t } = useTranslation('firstSteps');
  const { kind } = useAccount();
  const control = useControl(at);
  const target = useRef<HTMLElement | null>(null);
  target.current = control;
  useEffect(() => {
    if (!control) return;
    // Pressing the control completes the hint; the opened dialog takes the focus.
    const done = () => pointAt(null);
    control.addEventListener('click', done);
    return () => control.removeEventListener('click', done);
  }, [control]);
  const close = () => {
    pointAt(null);
    setTimeout(() => control?.focus());
  };
  if (!control) return null;
  return (
    <Tour
      active
      onClose={close}
      withCloseButton={false}
      withOverlayInteraction
      closeOnOverlayClick
      withKeyboardNavigation={false}
      zIndex={Z_INDEX}
      maxWidth={320}
      spotlightPadding={6}
      spotlightRadius={8}
      overlayColor="rgb(0 0 0 / 35%)"
      classNames={{ tooltip: styles.tooltip, title: styles.title, body: styles.body }}
      attributes={{ navigation: { hidden: true } }}
      scrollToHandler={(element) => element.scrollIntoView({ block: 'center' })}
    >
      <Tour.Step target={target} title={t(`step.${at.step}.title`, { context: kind })}>
        {t(`step.${at.step}.point`)}
        <span className={styles.foot}>
          <Button size="xs" onClick={close}>
            {t('gotIt')}
          </Button>
        </span>
      </Tour.Step>
    </Tour>
  );
}

/** The control once it is visible on its page; leaving the page, or removal of the control, ends the hint. */
function useControl({ path, selector }: Pointing): HTMLElement | null {
  const { pathname } = useLocation();
  const [control, setControl] = useState<HTMLElement | null>(null);
  const arrived = useRef(false);
  const here = path === null || pathname === path;
  useEffect(() => {
    if (here) arrived.current = true;
    else if (arrived.current) pointAt(null);
  }, [here]);
  useEffect(() => {
    if (!here) return;
    const look = () => {
      const found = visible(selector);
      setControl(found);
      return found;
    };
    let known = look();
    const observer = new MutationObserver(() => {
      if (known && !isVisible(known)) pointAt(null);
      known ??= look();
    });
    observer.observe(document.body, { childList: true, subtree: true, attributes: true });
    const timer = setTimeout(() => known ?? pointAt(null), WAIT_MS);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [here, selector]);
  return control;
}

/** Pages of other tabs stay mounted but hidden: the first match may be on one of them. */
const visible = (selector: string): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>(selector)].find(isVisible) ?? null;
const isVisible = (element: HTMLElement): boolean =>
  element.isConnected && element.getClientRects().length > 0;
