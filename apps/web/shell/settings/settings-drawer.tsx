import { SegmentedControl, Switch } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { textOn } from '@voltloop/domain/colors/contrast.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ColorScheme, setColorScheme, useColorScheme } from '../../context/color-scheme.ts';
import { useSettings } from '../../context/settings/settings-store.ts';
import { chooseSetting } from '../../context/settings/settings-sync.ts';
import { isTheme, themePresets } from '../../context/settings/themes.ts';
import { toast } from '../../ui/toast/toast.ts';
import { ErrorLogButton } from '../error-log/error-log-button.tsx';
import styles from './settings-drawer.module.css';

const switches = ['tagsView', 'fixedHeader', 'sidebarLogo'] as const;
const schemes: ColorScheme[] = ['light', 'dark', 'auto'];

/** Long enough to be read, and announced by a screen reader, ms. */
const SHOWN_MS = 400;

const painted = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/**
 * Changes the theme colour; the message 'Compiling the theme' stays until it is applied (specification section 2). A
 * cleared picker, or an invalid value, changes nothing.
 */
async function pickTheme(value: unknown): Promise<void> {
  if (!isTheme(value)) return;
  const message = toast.success({ ns: 'settings', key: 'compiling' }, 0);
  await painted();
  chooseSetting('theme', value);
  await painted();
  setTimeout(() => toast.close(message), SHOWN_MS);
}

/** 'Page style setting': theme colour, colour scheme, and the parts of the layout. */
export function SettingsDrawer() {
  const { t } = useTranslation('settings');
  const settings = useSettings();
  const scheme = useColorScheme((state) => state.scheme);
  // Selected at once; the colours follow when the message has been painted.
  const [picked, setPicked] = useState<string | null>(null);
  const pick = (color: string) => {
    setPicked(color);
    void pickTheme(color).finally(() => setPicked(null));
  };
  return (
    <>
      <h2 id="settings-title" className={styles.title}>
        {t('title')}
      </h2>
      <fieldset className={styles.themes}>
        <legend>{t('theme')}</legend>
        <div className={styles.swatches}>
          {themePresets.map((color) => (
            <label key={color} className={styles.swatch} style={{ background: color, color: textOn(color) }}>
              <input
                type="radio"
                name="theme"
                className="visually-hidden"
                value={color}
                aria-label={t(`color.${color.slice(1).toLowerCase()}`)}
                checked={(picked ?? settings.theme).toLowerCase() === color.toLowerCase()}
                onChange={() => pick(color)}
              />
              <IconCheck size={18} stroke={2.4} aria-hidden="true" />
            </label>
          ))}
        </div>
      </fieldset>
      <div className={styles.block}>
        <span id="settings-scheme" className={styles.label}>
          {t('scheme')}
        </span>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-labelledby="settings-scheme"
          value={scheme}
          onChange={(value) => setColorScheme(value as ColorScheme)}
          data={schemes.map((value) => ({ value, label: t(`schemes.${value}`) }))}
        />
      </div>
      {switches.map((key) => (
        <Switch
          key={key}
          className={styles.switch}
          classNames={{ body: styles.switchBody, labelWrapper: styles.switchLabel }}
          labelPosition="left"
          label={t(key)}
          checked={settings[key]}
          onChange={(event) => chooseSetting(key, event.currentTarget.checked)}
        />
      ))}
      <ErrorLogButton />
    </>
  );
}
