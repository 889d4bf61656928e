import { Alert, Button, Group, Progress, SegmentedControl } from '@mantine/core';
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
import { ErrorWords, Failure, languageOf, listed, useFormat } from '@voltloop/ui';
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

type Choice = 'all' | 'wrong' | 'doubtful';

/** The second step of an import: the rows with errors and warnings, and the confirmation of all or the valid ones. */
export function PreviewStep({
  preview,
  tenantId,
  words,
  explain,
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
  const language = languageOf(i18n.language);
  const [choice, setChoice] = useState<Choice>(
    preview.wrong > 0 ? 'wrong' : preview.doubtful > 0 ? 'doubtful' : 'all',
  );
  const [page, setPage] = useState(1);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const { id, total, wrong, doubtful } = preview;
  const first = preview.columns[0]?.key ?? '';
  const rows = useQuery({
    queryKey: ['import-rows', id, choice, page, language, wrong],
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listImportRows, {
        params: { tenantId, id },
        query: {
          skip: (page - 1) * PAGE,
          limit: PAGE,
          wrong: choice === 'wrong' ? 1 : 0,
          doubtful: choice === 'doubtful' ? 1 : 0,
          language,
        },
        signal,
      }),
  });
  const shown = rows.data ?? NO_ROWS;
  const columns = useMemo<Column<ImportRow>[]>(() => {
    const titles = new Map(preview.columns.map((column) => [column.key, column[language]]));
    const inWords = (found: ImportRow['errors']) =>
      found.map(({ column, message }) => `${titles.get(column) ?? column}: ${message}`).join('; ');
    return [
      { id: 'number', header: t('row'), width: 72, align: 'end', value: (row) => row.number },
      {
        id: 'errors',
        header: t('wrong'),
        minWidth: 340,
        grow: 2,
        cell: ({ errors, warnings }) => {
          if (errors.length + warnings.length === 0) return <span className={styles.good}>{t('good')}</span>;
          const text = inWords([...errors, ...warnings]);
          return (
            <span
              className={`${explain ? styles.lines : ''} ${errors.length > 0 ? styles.bad : styles.doubtful}`}
              title={text}
            >
              {text}
            </span>
          );
        },
      },
      ...preview.columns.map((column) => ({
        id: column.key,
        header: column[language],
        minWidth: 130,
        value: (row: ImportRow) => row.cells[column.key],
        ...(explain?.columns.includes(column.key) && {
          minWidth: 260,
          cell: (row: ImportRow) => {
            const text = row.cells[column.key] ?? '';
            const explanation = explain.inWords(text);
            return (
              <span className={styles.explained}>
                {text}
                {explanation && <small title={explanation}>{explanation}</small>}
              </span>
            );
          },
        }),
      })),
    ];
  }, [t, preview.columns, language, explain]);

  const confirm = async (skipWrong: boolean) => {
    setBusy(true);
    setError('');
    try {
      const done = await call(confirmImport, { params: { tenantId, id }, body: { skip_wrong: skipWrong } });
      onDone(done);
    } catch (failure) {
      setError(describe(failure));
      setBusy(false);
      // Rows may have become invalid since the file was read: show which.
      await call(getImport, { params: { tenantId, id } }).then(onPreview, () => undefined);
    }
  };

  return (
    <div className={styles.preview}>
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
      {preview.example_rows > 0 && (
        <Alert color="blue" mb="xs" p="xs">
          {t('exampleRow')}
        </Alert>
      )}
      {wrong + doubtful > 0 && (
        <Group gap="md" mb="xs">
          <SegmentedControl
            size="xs"
            aria-label={t('show')}
            value={choice}
            onChange={(value) => {
              setChoice(value as Choice);
              setPage(1);
            }}
            data={[
              { value: 'all', label: t('showAll') },
              { value: 'wrong', label: t('onlyWrong'), disabled: wrong === 0 },
              { value: 'doubtful', label: t('onlyDoubtful'), disabled: doubtful === 0 },
            ]}
          />
          {wrong > 0 && (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconDownload size={15} />}
              onClick={() =>
                void downloadFile(importErrors, { params: { tenantId, id }, query: { language } })
              }
            >
              {t('errors')}
            </Button>
          )}
        </Group>
      )}
      <div className={styles.previewTable}>
        <DataTable<ImportRow>
          label={t('previewTitle')}
          columns={columns}
          rows={shown.list}
          keyOf={(row) => String(row.number)}
          {...queryProps(rows)}
          rowHeight={explain ? 64 : 40}
          cardHeight={explain ? 128 : 72}
          maxHeight="45vh"
          card={(row) => (
            <span className={styles.previewCard}>
              <strong>
                {row.number} · {row.cells[first] || '–'}
              </strong>
              {explain?.columns.includes(first) && <small>{explain.inWords(row.cells[first] ?? '')}</small>}
              <span
                className={`${styles.lines} ${row.errors.length > 0 ? styles.bad : row.warnings.length > 0 ? styles.doubtful : styles.good}`}
              >
                {[...row.errors, ...row.warnings].map(({ message }) => message).join('; ') || t('good')}
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
      <div role="status" className={styles.running}>
        {busy && (
          <>
            <span>{t('running', { count: total - wrong, n: format.number(total - wrong) })}</span>
            {/* Indeterminate: the rows are written in one transaction. */}
            <Progress value={100} animated size="sm" aria-label={t('runningLabel')} />
          </>
        )}
      </div>
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
