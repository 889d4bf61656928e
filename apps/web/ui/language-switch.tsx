import { IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { savePreferences } from '../api/load-self.ts';
import { useSession } from '../api/session.ts';
import { type Language, languageNames, setLanguage } from '../context/i18n.ts';
import styles from './button/icon-button.module.css';
import { notifyError } from './toast/notify-error.ts';

/** Switches between English and Chinese: at once here, and for the signed-in account (D01). */
export function LanguageSwitch() {
  const { i18n } = useTranslation();
  const other: Language = i18n.language === 'zh' ? 'en' : 'zh';
  const change = async () => {
    await setLanguage(other);
    if (useSession.getState().login) await savePreferences({ language: other }).catch(notifyError);
  };
  return (
    <button
      type="button"
      className={styles.button}
      lang={other === 'zh' ? 'zh-CN' : 'en'}
      onClick={() => void change()}
    >
      <IconLanguage size={18} stroke={1.7} aria-hidden="true" />
      <span>{languageNames[other]}</span>
    </button>
  );
}
