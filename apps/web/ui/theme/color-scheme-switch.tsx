import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type ColorScheme, setColorScheme, useColorScheme } from '../../context/color-scheme.ts';
import styles from '../button/icon-button.module.css';

const order: Record<ColorScheme, { next: ColorScheme; Icon: typeof IconSun }> = {
  light: { next: 'dark', Icon: IconSun },
  dark: { next: 'auto', Icon: IconMoon },
  auto: { next: 'light', Icon: IconDeviceDesktop },
};

/** Cycles through light, dark and system; its accessible name states the current and the next scheme. */
export function ColorSchemeSwitch() {
  const { t } = useTranslation();
  const scheme = useColorScheme((state) => state.scheme);
  const { next, Icon } = order[scheme];
  const name = t('scheme.switch', { now: t(`scheme.${scheme}`), next: t(`scheme.${next}`) });
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={name}
      title={name}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={18} stroke={1.7} aria-hidden="true" />
    </button>
  );
}
