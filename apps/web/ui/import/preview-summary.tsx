import { Alert } from '@mantine/core';
import type { ImportPreview } from '@voltloop/contract/calls/imports.ts';
import { useTranslation } from 'react-i18next';
import { listed, useFormat } from '../text/format.ts';
import styles from './import.module.css';

/** How many rows of a file are good, and what of it is not imported. */
export function PreviewSummary({ preview, language }: { preview: ImportPreview; language: 'en' | 'zh' }) {
  const { t } = useTranslation('import');
  const format = useFormat();
  const { total, wrong, doubtful } = preview;
  return (
    <>
      <p className={styles.counts} role="status">
        <strong>{preview.file_name}</strong>
        <span>{t('rows', { count: total, n: format.number(total) })}</span>
        <span className={wrong > 0 ? styles.bad : styles.good}>
          {wrong > 0
            ? t('wrongRows', { count: wrong, n: format.number(wrong) })
            : t(doubtful > 0 ? 'noneWrong' : 'allGood')}
        </span>
        {doubtful > 0 && (
          <span className={styles.doubtful}>
            {t('doubtfulRows', { count: doubtful, n: format.number(doubtful) })}
          </span>
        )}
      </p>
      {preview.unknown_columns.length > 0 && (
        <Alert color="yellow" mb="xs" p="xs">
          {t('unknownColumns', {
            count: preview.unknown_columns.length,
            columns: listed(preview.unknown_columns, language),
          })}
        </Alert>
      )}
      {preview.total_rows > 0 && (
        <Alert color="blue" mb="xs" p="xs">
          {t('totalRows', { count: preview.total_rows, n: format.number(preview.total_rows) })}
        </Alert>
      )}
      {preview.example_rows > 0 && (
        <Alert color="blue" mb="xs" p="xs">
          {t('exampleRow')}
        </Alert>
      )}
    </>
  );
}
