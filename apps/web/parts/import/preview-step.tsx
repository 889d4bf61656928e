import { Button, Group, Switch } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Page } from '@voltloop/contract';
import {
  confirmImport,
  getImport,
  type ImportPreview,
  type ImportRow,
  importErrors,
  listImportRows,
} from '@voltloop/contract/calls/imports.ts';
import { ErrorWords, Failure, useFormat } from '@voltloop/ui';
import { type Column, DataTable } from '@voltloop/ui/data-table.tsx';
import { Pager } from '@voltloop/ui/pager.tsx';
import { useContext, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { downloadFile } from '../download-file.ts';
import { queryProps } from '../list/table-props.ts';
import styles from './import.module.css';
import type { ImportDialogProps, Imported } from './import-props.ts';

const PAGE = 100;
const NO_ROWS: Page<ImportRow> = { list: [], total: 0, current_page: 1, page_size: PAGE };

/** The second step of an import: every row with what is wrong with it, and the yes to all of them or to those that are right. */
export function PreviewStep({
  preview,
  tenantId,
  words,
  onPreview,
  onDone,
  onOther,
}: ImportDialogProps & {
  preview: ImportPreview;
  onPreview: (preview: ImportPreview) => void;
  onDone: (done: Imported) => void;
  onOther: () => void;
}) {
  const { t, i18n } = useTranslation('import');
  const format = useFormat();
  const describe = useContext(ErrorWords);
  const language = i18n.language === 'zh' ? 'zh' : 'en';
  const [onlyWrong, setOnlyWrong] = useState(preview.wrong > 0);
  const [page, setPage] = useState(1);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const { id, total, wrong } = preview;
  const first = preview.columns[0]?.key ?? '';
  const rows = useQuery({
    queryKey: ['import-rows', id, onlyWrong, page, language, wrong],
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listImportRows, {
        params: { tenantId, id },
        query: { skip: (page - 1) * PAGE, limit: PAGE, wrong: onlyWrong ? 1 : 0, language },
        signal,
      }),
  });
  const shown = rows.data ?? NO_ROWS;
  const columns = useMemo<Column<ImportRow>[]>(
    () => [
      { id: 'number', header: t('row'), width: 72, align: 'end', value: (row) => row.number },
      {
        id: 'errors',
        header: t('wrong'),
        minWidth: 340,
        grow: 2,
        cell: (row) =>
          row.errors.length === 0 ? (
            <span className={styles.good}>{t('good')}</span>
          ) : (
            <span className={styles.bad} title={row.errors.map((e) => e.message).join('; ')}>
              {row.errors
                .map(
                  (e) =>
                    `${preview.columns.find((c) => c.key === e.column)?.[language] ?? e.column}: ${e.message}`,
                )
                .join('; ')}
            </span>
          ),
      },
      ...preview.columns.map((column) => ({
        id: column.key,
        header: column[language],
        minWidth: 130,
        value: (row: ImportRow) => row.cells[column.key],
      })),
    ],
    [t, preview.columns, language],
  );

  const confirm = async (skipWrong: boolean) => {
    setBusy(true);
    setError('');
    try {
      const done = await call(confirmImport, { params: { tenantId, id }, body: { skip_wrong: skipWrong } });
      onDone(done);
    } catch (failure) {
      setError(describe(failure));
      setBusy(false);
      // Rows may have become wrong since the file was read: show which.
      await call(getImport, { params: { tenantId, id } }).then(onPreview, () => undefined);
    }
  };

  return (
    <div className={styles.preview}>
      <p className={styles.counts} role="status">
        <strong>{preview.file_name}</strong>
        <span>{t('rows', { count: total, n: format.number(total) })}</span>
        <span className={wrong > 0 ? styles.bad : styles.good}>
          {wrong > 0 ? t('wrongRows', { count: wrong, n: format.number(wrong) }) : t('allGood')}
        </span>
      </p>
      {wrong > 0 && (
        <Group gap="md" mb="xs">
          <Switch
            size="xs"
            label={t('onlyWrong')}
            checked={onlyWrong}
            onChange={(event) => {
              setOnlyWrong(event.currentTarget.checked);
              setPage(1);
            }}
          />
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={15} />}
            onClick={() => void downloadFile(importErrors, { params: { tenantId, id }, query: { language } })}
          >
            {t('errors')}
          </Button>
        </Group>
      )}
      <div className={styles.previewTable}>
        <DataTable<ImportRow>
          label={t('previewTitle')}
          columns={columns}
          rows={shown.list}
          keyOf={(row) => String(row.number)}
          {...queryProps(rows)}
          rowHeight={40}
          maxHeight="45vh"
          card={(row) => (
            <span className={styles.previewCard}>
              <strong>
                {row.number} · {row.cells[first] || '–'}
              </strong>
              <span className={row.errors.length > 0 ? styles.bad : styles.good}>
                {row.errors.map((e) => e.message).join('; ') || t('good')}
              </span>
            </span>
          )}
          footer={
            shown.total > PAGE && (
              <Pager
                page={page}
                size={PAGE}
                sizes={[PAGE]}
                total={shown.total}
                autoScroll={false}
                onChange={(next) => setPage(next.page)}
              />
            )
          }
        />
      </div>
      <Failure text={error} mt="sm" />
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onOther} disabled={busy}>
          {t('other')}
        </Button>
        {wrong === 0 ? (
          <Button loading={busy} onClick={() => void confirm(false)} data-autofocus>
            {words.confirm(total)}
          </Button>
        ) : (
          <Button loading={busy} disabled={wrong === total} onClick={() => void confirm(true)}>
            {t('confirmGood', { count: total - wrong, n: format.number(total - wrong) })}
          </Button>
        )}
      </Group>
    </div>
  );
}
