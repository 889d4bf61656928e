import { Button } from '@mantine/core';
import { IconBug } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/index.ts';
import styles from './error-log.module.css';
import { clearErrors, useErrorLog } from './error-log.ts';

/** Opens the log of console errors; hidden while it is empty. */
export function ErrorLogButton() {
  const { t } = useTranslation('settings');
  const errors = useErrorLog((state) => state.errors);
  const [opened, setOpened] = useState(false);
  if (errors.length === 0) return null;
  return (
    <>
      <Button
        variant="default"
        fullWidth
        mt="md"
        leftSection={<IconBug size={16} stroke={1.8} />}
        rightSection={<span className={styles.dot} />}
        onClick={() => setOpened(true)}
      >
        {t('errors.button')}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('errors.button')} size="80%">
        <div className={styles.head}>
          <span>{t('errors.count', { count: errors.length })}</span>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              setOpened(false);
              clearErrors();
            }}
          >
            {t('errors.clear')}
          </Button>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard */}
        <div className={styles.scroll} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('errors.message')}</th>
                <th scope="col">{t('errors.stack')}</th>
              </tr>
            </thead>
            <tbody>
              {errors.map((each) => (
                <tr key={each.id}>
                  <td>
                    <p>
                      <b>{t('errors.msg')}</b> {each.message}
                    </p>
                    <p>
                      <b>{t('errors.info')}</b> {each.info}
                    </p>
                    <p>
                      <b>{t('errors.url')}</b> {each.url}
                    </p>
                  </td>
                  <td>
                    <pre>{each.stack}</pre>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Dialog>
    </>
  );
}
