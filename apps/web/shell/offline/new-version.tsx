import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainButton } from '../../ui/button/plain-button.tsx';
import styles from './new-version.module.css';
import { activateNewVersion, useNewVersion } from './worker.ts';

/** Offers the new build. The page reloads only when the user agrees. */
export function NewVersion() {
  const { t } = useTranslation('shell');
  const ready = useNewVersion((state) => state.ready);
  const [later, setLater] = useState(false);
  const [taking, setTaking] = useState(false);
  return (
    <div role="status">
      {ready && !later && (
        <div className={styles.notice}>
          <IconRefresh size={18} stroke={1.7} aria-hidden="true" />
          <p>{t('newVersion.text')}</p>
          <PlainButton onClick={() => setLater(true)}>{t('newVersion.later')}</PlainButton>
          <PlainButton
            kind="primary"
            loading={taking}
            onClick={() => {
              setTaking(true);
              activateNewVersion();
            }}
          >
            {t('newVersion.reload')}
          </PlainButton>
        </div>
      )}
    </div>
  );
}
