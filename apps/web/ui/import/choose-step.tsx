import { Button, Group, Progress, Text } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconUpload } from '@tabler/icons-react';
import { MAX_IMPORT_BYTES } from '@voltloop/contract/calls/imports.ts';
import { type DragEvent, useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UploadOptions } from '../../api/upload.ts';
import { languageOf } from '../../context/language-of.ts';
import { Failure } from '../states/failure.tsx';
import { ErrorWords } from '../states/states.tsx';
import styles from './import.module.css';

interface ChooseStepProps {
  /** The instructions. */
  text: string;
  onTemplate: (language: 'en' | 'zh') => void;
  /** Sends the file and shows the server's result, unless cancelled meanwhile. */
  send: (file: File, options: Pick<UploadOptions<never>, 'onProgress' | 'signal'>) => Promise<void>;
  onCancel: () => void;
}

/**
 * The first step of an import: the template to fill in, and the file, chosen or dropped; the server reads it at once.
 * Cancel stops the upload or the check.
 */
export function ChooseStep({ text, onTemplate, send: sendFile, onCancel }: ChooseStepProps) {
  const { t, i18n } = useTranslation('import');
  const describe = useContext(ErrorWords);
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState('');
  const [over, setOver] = useState(false);
  const language = languageOf(i18n.language);
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
      await sendFile(file, {
        onProgress: (sent, total) => setShare(total > 0 ? sent / total : 0),
        signal,
      });
      setShare(null);
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
        {text}
      </Text>
      <Button
        variant="subtle"
        size="compact-sm"
        my="xs"
        leftSection={<IconDownload size={15} />}
        onClick={() => onTemplate(language)}
      >
        {t('template')}
      </Button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is an alternative to the button */}
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
          accept=".xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            // So that the same file can be chosen again after it was corrected.
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
