import { Button, Group, Progress, Switch, Text } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconUpload } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
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
  MAX_IMPORT_ROWS,
  uploadImport,
} from '@voltloop/contract/calls/imports.ts';
import { Dialog, ErrorWords, useFormat } from '@voltloop/ui';
import { type Column, DataTable } from '@voltloop/ui/data-table.tsx';
import { Pager } from '@voltloop/ui/pager.tsx';
import { type DragEvent, useContext, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { saveBlob } from '../../../api/download.ts';
import { upload } from '../../../api/upload.ts';
import { downloadFile } from '../../../shell/download-file.ts';
import styles from './device-list.module.css';
import { secretsText } from './secrets-file.ts';

interface ImportDialogProps {
  opened: boolean;
  tenantId: string;
  onClose: () => void;
}

interface Imported {
  imported: number;
  skipped: number;
  secrets: readonly { devid: string; secret: string }[];
}

/** The way of a workbook into the registry: choose a file, look at every row, confirm, keep the secrets. */
export default function ImportDialog({ opened, tenantId, onClose }: ImportDialogProps) {
  const { t } = useTranslation('devices');
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [done, setDone] = useState<Imported | null>(null);
  const [saved, setSaved] = useState(false);
  const close = () => {
    // What was not confirmed is not kept for a day.
    if (preview && !done)
      void call(discardImport, { params: { tenantId, id: preview.id } }).catch(() => undefined);
    setPreview(null);
    setDone(null);
    setSaved(false);
    onClose();
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      closable={done === null || saved}
      title={t(done ? 'import.doneTitle' : preview ? 'import.previewTitle' : 'import.title')}
      size={preview && !done ? 'min(1100px, 96vw)' : 'lg'}
    >
      {done ? (
        <Secrets done={done} onSaved={() => setSaved(true)} saved={saved} onClose={close} />
      ) : preview ? (
        <Preview
          preview={preview}
          tenantId={tenantId}
          onPreview={setPreview}
          onDone={setDone}
          onOther={() => setPreview(null)}
        />
      ) : (
        <Choose tenantId={tenantId} onPreview={setPreview} onCancel={close} />
      )}
    </Dialog>
  );
}

function Choose({
  tenantId,
  onPreview,
  onCancel,
}: {
  tenantId: string;
  onPreview: (preview: ImportPreview) => void;
  onCancel: () => void;
}) {
  const { t, i18n } = useTranslation('devices');
  const format = useFormat();
  const describe = useContext(ErrorWords);
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState('');
  const [over, setOver] = useState(false);
  const language = i18n.language === 'zh' ? 'zh' : 'en';

  const send = async (file: File | undefined) => {
    if (!file || share !== null) return;
    setError('');
    if (file.size > MAX_IMPORT_BYTES) return setError(t('import.tooLarge'));
    setShare(0);
    try {
      onPreview(
        await upload(uploadImport, file, {
          params: { tenantId, kind: 'things' },
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
        {t('import.text', { rows: format.number(MAX_IMPORT_ROWS) })}
      </Text>
      <Button
        variant="subtle"
        size="compact-sm"
        my="xs"
        leftSection={<IconDownload size={15} />}
        onClick={() =>
          void downloadFile(importTemplate, { params: { tenantId, kind: 'things' }, query: { language } })
        }
      >
        {t('import.template')}
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
        <span>{t('import.drop')}</span>
        <Button
          size="xs"
          leftSection={<IconUpload size={15} />}
          loading={share !== null}
          onClick={() => input.current?.click()}
          data-autofocus
        >
          {t('import.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('import.choose')}
          accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            // The same file may be chosen again after it was mended.
            event.currentTarget.value = '';
            void send(file);
          }}
        />
        {share !== null && (
          <Progress value={share * 100} w="100%" aria-label={t('import.sending')} size="sm" />
        )}
      </div>
      <div role="alert">
        {error && (
          <Text size="sm" mt="sm" c="var(--vl-danger-ink)">
            {error}
          </Text>
        )}
      </div>
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
  onPreview,
  onDone,
  onOther,
}: {
  preview: ImportPreview;
  tenantId: string;
  onPreview: (preview: ImportPreview) => void;
  onDone: (done: Imported) => void;
  onOther: () => void;
}) {
  const { t, i18n } = useTranslation('devices');
  const format = useFormat();
  const client = useQueryClient();
  const describe = useContext(ErrorWords);
  const language = i18n.language === 'zh' ? 'zh' : 'en';
  const [onlyWrong, setOnlyWrong] = useState(preview.wrong > 0);
  const [page, setPage] = useState(1);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const { id, total, wrong } = preview;
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
      { id: 'number', header: t('import.row'), width: 72, align: 'end', value: (row) => row.number },
      {
        id: 'errors',
        header: t('import.wrong'),
        minWidth: 260,
        grow: 2,
        cell: (row) =>
          row.errors.length === 0 ? (
            <span className={styles.good}>{t('import.good')}</span>
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
      void client.invalidateQueries({ queryKey: ['things'] });
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
        <span>{t('import.rows', { count: total, n: format.number(total) })}</span>
        <span className={wrong > 0 ? styles.bad : styles.good}>
          {wrong > 0 ? t('import.wrongRows', { count: wrong, n: format.number(wrong) }) : t('import.allGood')}
        </span>
      </p>
      {wrong > 0 && (
        <Group gap="md" mb="xs">
          <Switch
            size="xs"
            label={t('import.onlyWrong')}
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
            {t('import.errors')}
          </Button>
        </Group>
      )}
      <div className={styles.previewTable}>
        <DataTable<ImportRow>
          label={t('import.previewTitle')}
          columns={columns}
          rows={shown.list}
          keyOf={(row) => String(row.number)}
          loading={rows.isPending}
          fetching={rows.isFetching}
          error={rows.error}
          onRetry={() => void rows.refetch()}
          rowHeight={40}
          maxHeight="45vh"
          card={(row) => (
            <span className={styles.previewCard}>
              <strong>
                {row.number} · {row.cells.devid ?? '–'}
              </strong>
              <span className={row.errors.length > 0 ? styles.bad : styles.good}>
                {row.errors.map((e) => e.message).join('; ') || t('import.good')}
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
      <div role="alert">
        {error && (
          <Text size="sm" mt="sm" c="var(--vl-danger-ink)">
            {error}
          </Text>
        )}
      </div>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onOther} disabled={busy}>
          {t('import.other')}
        </Button>
        {wrong === 0 ? (
          <Button loading={busy} onClick={() => void confirm(false)} data-autofocus>
            {t('import.confirm', { count: total, n: format.number(total) })}
          </Button>
        ) : (
          <Button loading={busy} disabled={wrong === total} onClick={() => void confirm(true)}>
            {t('import.confirmGood', { count: total - wrong, n: format.number(total - wrong) })}
          </Button>
        )}
      </Group>
    </div>
  );
}

function Secrets({
  done,
  saved,
  onSaved,
  onClose,
}: {
  done: Imported;
  saved: boolean;
  onSaved: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  return (
    <>
      <Text role="status">
        {t('import.done', { count: done.imported, n: format.number(done.imported) })}
        {done.skipped > 0 &&
          ` ${t('import.skipped', { count: done.skipped, n: format.number(done.skipped) })}`}
      </Text>
      <p className={styles.once}>{t('import.once')}</p>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button
          leftSection={<IconDownload size={15} />}
          variant={saved ? 'default' : 'filled'}
          data-autofocus
          onClick={() => {
            saveBlob(
              new Blob([secretsText(done.secrets)], { type: 'text/csv;charset=utf-8' }),
              'device-secrets.csv',
            );
            onSaved();
          }}
        >
          {t('import.saveSecrets')}
        </Button>
        <Button variant={saved ? 'filled' : 'default'} disabled={!saved} onClick={onClose}>
          {t('close')}
        </Button>
      </Group>
    </>
  );
}
