import { Button, Group, Progress, Switch, Text } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconUpload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Page } from '@voltloop/contract';
import {
  confirmImport,
  discardImport,
  getImport,
  type ImportPreview,
  type ImportRow,
  importErrors,
  importTemplate,
  listImportRows,
  MAX_IMPORT_BYTES,
  uploadImport,
} from '@voltloop/contract/calls/imports.ts';
import { Dialog, ErrorWords, Failure, useFormat } from '@voltloop/ui';
import { type Column, DataTable } from '@voltloop/ui/data-table.tsx';
import { Pager } from '@voltloop/ui/pager.tsx';
import { type DragEvent, type ReactNode, useContext, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { upload } from '../../api/upload.ts';
import { downloadFile } from '../download-file.ts';
import { queryProps } from '../list/table-props.ts';
import styles from './import.module.css';

/** What came of an import. */
export interface Imported {
  imported: number;
  skipped: number;
  secrets: readonly { devid: string; secret: string }[];
}

export interface ImportDialogProps {
  opened: boolean;
  tenantId: string;
  /** What is imported: `things`, or an entity of the back office by its name. */
  kind: string;
  /** What the dialog says of these rows, in the reader's language. */
  words: {
    title: string;
    /** What to do and what will happen. */
    text: string;
    /** On the button: 'Import 12 devices'. */
    confirm: (count: number) => string;
    /** Afterwards: '12 devices are registered.' */
    done: (count: number) => string;
  };
  /** Rows have been written: whatever shows them asks the server again. */
  onImported: () => void;
  onClose: () => void;
  /** What must be kept of the outcome before the dialog may be closed; it says when it is. */
  keep?: (done: Imported, kept: boolean, onKept: () => void) => ReactNode;
}

/** The way of a workbook into the database: choose a file, look at every row, confirm, all in one step or none. */
export default function ImportDialog(props: ImportDialogProps) {
  const { opened, tenantId, words, onImported, onClose, keep } = props;
  const { t } = useTranslation('import');
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [done, setDone] = useState<Imported | null>(null);
  const [kept, setKept] = useState(false);
  const close = () => {
    // What was not confirmed is not kept for a day.
    if (preview && !done)
      void call(discardImport, { params: { tenantId, id: preview.id } }).catch(() => undefined);
    setPreview(null);
    setDone(null);
    setKept(false);
    onClose();
  };
  const leavable = done === null || !keep || kept;
  return (
    <Dialog
      opened={opened}
      onClose={close}
      closable={leavable}
      title={done ? t('doneTitle') : preview ? t('previewTitle') : words.title}
      size={preview && !done ? 'min(1100px, 96vw)' : 'lg'}
    >
      {done ? (
        <Done {...props} done={done} kept={kept} onKept={() => setKept(true)} onClose={close} />
      ) : preview ? (
        <Preview
          {...props}
          preview={preview}
          onPreview={setPreview}
          onDone={(outcome) => {
            onImported();
            setDone(outcome);
          }}
          onOther={() => setPreview(null)}
        />
      ) : (
        <Choose {...props} onPreview={setPreview} onCancel={close} />
      )}
    </Dialog>
  );
}

function Choose({
  tenantId,
  kind,
  words,
  onPreview,
  onCancel,
}: ImportDialogProps & {
  onPreview: (preview: ImportPreview) => void;
  onCancel: () => void;
}) {
  const { t, i18n } = useTranslation('import');
  const describe = useContext(ErrorWords);
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState('');
  const [over, setOver] = useState(false);
  const language = i18n.language === 'zh' ? 'zh' : 'en';

  const send = async (file: File | undefined) => {
    if (!file || share !== null) return;
    setError('');
    if (file.size > MAX_IMPORT_BYTES) return setError(t('tooLarge'));
    setShare(0);
    try {
      onPreview(
        await upload(uploadImport, file, {
          params: { tenantId, kind },
          onProgress: (sent, total) => setShare(sent / total),
        }),
      );
    } catch (failure) {
      setError(describe(failure));
      setShare(null);
    }
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void send(event.dataTransfer.files[0]);
  };
  return (
    <>
      <Text size="sm" c="var(--vl-ink-2)">
        {words.text}
      </Text>
      <Button
        variant="subtle"
        size="compact-sm"
        my="xs"
        leftSection={<IconDownload size={15} />}
        onClick={() => void downloadFile(importTemplate, { params: { tenantId, kind }, query: { language } })}
      >
        {t('template')}
      </Button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a second way; the button is the first */}
      <div
        className={styles.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <IconFileSpreadsheet size={30} stroke={1.4} aria-hidden="true" />
        <span>{t('drop')}</span>
        <Button
          size="xs"
          leftSection={<IconUpload size={15} />}
          loading={share !== null}
          onClick={() => input.current?.click()}
          data-autofocus
        >
          {t('choose')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('choose')}
          accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            // The same file may be chosen again after it was mended.
            event.currentTarget.value = '';
            void send(file);
          }}
        />
        {share !== null && <Progress value={share * 100} w="100%" aria-label={t('sending')} size="sm" />}
      </div>
      <Failure text={error} mt="sm" />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </Group>
    </>
  );
}

const PAGE = 100;
const NO_ROWS: Page<ImportRow> = { list: [], total: 0, current_page: 1, page_size: PAGE };

function Preview({
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

function Done({
  done,
  words,
  keep,
  kept,
  onKept,
  onClose,
}: ImportDialogProps & { done: Imported; kept: boolean; onKept: () => void }) {
  const { t } = useTranslation('import');
  const format = useFormat();
  return (
    <>
      <Text role="status">
        {words.done(done.imported)}
        {done.skipped > 0 && ` ${t('skipped', { count: done.skipped, n: format.number(done.skipped) })}`}
      </Text>
      {keep?.(done, kept, onKept)}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button
          variant={!keep || kept ? 'filled' : 'default'}
          disabled={keep !== undefined && !kept}
          onClick={onClose}
        >
          {t('close')}
        </Button>
      </Group>
    </>
  );
}
