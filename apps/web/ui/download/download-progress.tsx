import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../text/format.ts';
import styles from './download-progress.module.css';
import type { StreamDownload } from './use-stream-download.ts';

/** The progress of a download and its cancel button; nothing while none is running. */
export function DownloadProgress({ download }: { download: StreamDownload }) {
  const { t } = useTranslation('compare');
  const { number } = useFormat();
  if (download.bytes === null) return null;
  const megabytes = download.bytes / 1_000_000;
  return (
    <div className={styles.progress}>
      <span className={styles.bar} aria-hidden="true" />
      {/* Announced once, not with every megabyte. */}
      <span role="status" className="visually-hidden">
        {t('download.preparing')}
      </span>
      <span>
        {download.bytes === 0
          ? t('download.preparing')
          : t('download.progress', { mb: number(megabytes, megabytes < 10 ? 1 : 0) })}
      </span>
      <Button size="compact-sm" variant="default" onClick={download.cancel}>
        {t('download.cancel')}
      </Button>
    </div>
  );
}
