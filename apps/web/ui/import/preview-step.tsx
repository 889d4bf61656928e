import { Button, Group, Progress } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Page } from '@voltloop/contract';
import {
  confirmImport,
  getImport,
  type ImportPreview,
  type ImportRow,
  listImportRows,
} from '@voltloop/contract/calls/imports.ts';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { languageOf } from '../../context/language-of.ts';
import { queryProps } from '../list/table-props.ts';
import { Failure } from '../states/failure.tsx';
import { ErrorWords } from '../states/states.tsx';
import { DataTable } from '../table/data-table.tsx';
import { Pager } from '../table/pager.tsx';
import { useFormat } from '../text/format.ts';
import styles from './import.module.css';
import type { ImportDialogProps, Imported } from './import-props.ts';
import { type Choice, PreviewChoice } from './preview-choice.tsx';
import { PreviewCard, usePreviewColumns } from './preview-columns.tsx';
import { PreviewSummary } from './preview-summary.tsx';

const PAGE = 100;
const NO_ROWS: Page<ImportRow> = { list: [], total: 0, current_page: 1, page_size: PAGE };

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
  const columns = usePreviewColumns(preview.columns, language, explain);

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
      <PreviewSummary preview={preview} language={language} />
      {wrong + doubtful > 0 && (
        <PreviewChoice
          preview={preview}
          tenantId={tenantId}
          language={language}
          choice={choice}
          onChange={(next) => {
            setChoice(next);
            setPage(1);
          }}
        />
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
          card={(row) => <PreviewCard row={row} first={first} explain={explain} />}
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
