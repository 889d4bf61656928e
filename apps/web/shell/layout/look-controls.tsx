import { IconDeviceDesktop, IconMaximize, IconMinimize, IconMoon, IconSun } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { savePreferences } from '../../api/load-self.ts';
import { type ColorScheme, setColorScheme, useColorScheme } from '../../context/color-scheme.ts';
import { type Language, languageNames, setLanguage } from '../../context/i18n.ts';
import { toggleFullScreen } from '../../ui/full-screen/full-screen-toggle.ts';
import { useFullScreen } from '../../ui/full-screen/use-full-screen.ts';
import { notifyError } from '../../ui/toast/notify-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { mayLeave } from '../tabs/leave-question.ts';
import { renew, useTabs } from '../tabs/tabs-store.ts';
import styles from './look-controls.module.css';
import { setSize, useSize } from './size.ts';
import { type Size, sizes } from './size-cookie.ts';
import menu from './user-menu.module.css';

const schemes = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop };

/** Appearance settings in the user menu: language, colours, size of the controls and full screen. */
export function LookControls({ onDone }: { onDone: () => void }) {
  return (
    <div className={styles.look}>
      <LanguageChoice />
      <SchemeChoice />
      <SizeChoice onDone={onDone} />
      <FullScreen />
    </div>
  );
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={styles.choice}>
      <legend>{label}</legend>
      <div className={styles.options}>{children}</div>
    </fieldset>
  );
}

function LanguageChoice() {
  const { t, i18n } = useTranslation('settings');
  const change = async (language: Language) => {
    await setLanguage(language);
    await savePreferences({ language }).catch(notifyError);
  };
  return (
    <Choice label={t('language')}>
      {(['en', 'zh'] as const).map((language) => (
        <button
          key={language}
          type="button"
          lang={language === 'zh' ? 'zh-CN' : 'en'}
          aria-pressed={i18n.language === language}
          onClick={() => void change(language)}
        >
          {languageNames[language]}
        </button>
      ))}
    </Choice>
  );
}

function SchemeChoice() {
  const { t } = useTranslation('settings');
  const scheme = useColorScheme((state) => state.scheme);
  return (
    <Choice label={t('scheme')}>
      {Object.entries(schemes).map(([each, Icon]) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === scheme}
          onClick={() => setColorScheme(each as ColorScheme)}
        >
          <Icon size={15} stroke={1.7} aria-hidden="true" />
          {t(`schemes.${each}`)}
        </button>
      ))}
    </Choice>
  );
}

/** A change reloads every open page. */
function SizeChoice({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('settings');
  const size = useSize((state) => state.size);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const choose = async (next: Size) => {
    onDone();
    if (!(await mayLeave(null))) return;
    setSize(next);
    renew(useTabs.getState().tabs.map((tab) => tab.path));
    toast.success({ ns: 'settings', key: 'size.done' });
    await navigate(`/redirect${pathname}${search}`, { replace: true });
  };
  return (
    <Choice label={t('size.label')}>
      {sizes.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === size}
          disabled={each === size}
          onClick={() => void choose(each)}
        >
          {t(`size.${each}`)}
        </button>
      ))}
    </Choice>
  );
}

function FullScreen() {
  const { t } = useTranslation('settings');
  const full = useFullScreen();
  const Icon = full ? IconMinimize : IconMaximize;
  return (
    <button type="button" className={menu.item} onClick={toggleFullScreen}>
      <Icon size={16} stroke={1.7} aria-hidden="true" />
      {t(full ? 'fullScreen.leave' : 'fullScreen.enter')}
    </button>
  );
}
