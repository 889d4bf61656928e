import { Button, Group, Progress, Text } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconUpload } from '@tabler/icons-react';
import {
  type ImportPreview,
  importTemplate,
  MAX_IMPORT_BYTES,
  uploadImport,
} from '@voltloop/contract/calls/imports.ts';
import { ErrorWords, Failure } from '@voltloop/ui';
import { type DragEvent, useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { upload } from '../../api/upload.ts';
import { downloadFile } from '../download-file.ts';
import styles from './import.module.css';
import type { ImportDialogProps } from './import-props.ts';

/**
 * The first step of an import: the template to fill in, and the file, chosen or dropped; the server reads it at once.
 * Cancel stops a file that is being sent or checked.
 */
export function ChooseStep({
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
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File | undefined) => {
    if (!file || share !== null) return;
    setError('');
    if (file.size > MAX_IMPORT_BYTES) return setError(t('tooLarge'));
    setShare(0);
    running.current = new AbortController();
    const { signal } = running.current;
    try {
      const preview = await upload(uploadImport, file, {
        params: { tenantId, kind },
        onProgress: (sent, total) => setShare(total > 0 ? sent / total : 0),
        signal,
      });
      if (!signal.aborted) onPreview(preview);
    } catch (failure) {
      if (!signal.aborted) setError(describe(failure));
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
        {share !== null && (
          <>
            <Progress
              value={share * 100}
              animated={share === 1}
              w="100%"
              size="sm"
              aria-label={t(share < 1 ? 'sending' : 'checking')}
            />
            <span role="status">{t(share < 1 ? 'sending' : 'checking')}</span>
          </>
        )}
      </div>
      <Failure text={error} mt="sm" />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => (share === null ? onCancel() : running.current?.abort())}>
          {t('cancel')}
        </Button>
      </Group>
    </>
  );
}
