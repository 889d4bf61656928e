import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toggleFullScreen } from '../../parts/full-screen-toggle.ts';
import button from '../../parts/icon-button.module.css';

/** Full screen and back; the icon follows however it is left, by Escape too. */
export function FullScreen() {
  const { t } = useTranslation('settings');
  const [full, setFull] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);
  const name = t(full ? 'fullScreen.leave' : 'fullScreen.enter');
  const Icon = full ? IconMinimize : IconMaximize;
  return (
    <button type="button" className={button.button} aria-label={name} title={name} onClick={toggleFullScreen}>
      <Icon size={18} stroke={1.7} aria-hidden="true" />
    </button>
  );
}
