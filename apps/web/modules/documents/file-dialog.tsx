import { Button, Group } from '@mantine/core';
import type { ReplyOf } from '@voltloop/contract/route.ts';
import { type DocumentKind, documentCalls, MAX_LINES } from '@voltloop/resource-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { upload } from '../../api/upload.ts';
import { languageOf } from '../../context/language-of.ts';
import { downloadFile } from '../../ui/download/download-file.ts';
import { ChooseStep } from '../../ui/import/choose-step.tsx';
import { Dialog, useFormat } from '../../ui/index.ts';
import { notifyError } from '../../ui/toast/notify-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './documents.module.css';

type Read = ReplyOf<ReturnType<typeof documentCalls>['importLines']>;

interface FileDialogProps {
  kind: DocumentKind;
  /** Of the document. */
  id: string;
  /** Lines were added: refetch them. */
  onAdded: () => void;
  onClose: () => void;
}

/** Imports lines from an xlsx or csv file: all of them, or lists the cells to correct first. */
export default function FileDialog({ kind, id, onAdded, onClose }: FileDialogProps) {
  const { t, i18n } = useTranslation('documents');
  const language = languageOf(i18n.language);
  const calls = documentCalls(kind);
  const [refused, setRefused] = useState<Read | null>(null);
  const [repeated, setRepeated] = useState<{ file: File; before: NonNullable<Read['before']> } | null>(null);
  const [sending, setSending] = useState(false);
  const { date } = useFormat();
  const handleResult = (read: Read, file: File) => {
    setRepeated(read.before && { file, before: read.before });
    if (read.before) return;
    if (read.wrongCells > 0) return setRefused(read);
    toast.success({ ns: 'documents', key: 'file.done', values: { count: String(read.added) } });
    if (read.unknownColumns.length > 0)
      toast.info({
        ns: 'documents',
        key: 'file.unknown',
        values: { columns: read.unknownColumns.join(', ') },
      });
    onAdded();
    onClose();
  };
  const addAgain = async (file: File) => {
    setSending(true);
    try {
      handleResult(await upload(calls.importLines, file, { query: { id, language, again: 'true' } }), file);
    } catch (error) {
      notifyError(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <Dialog opened onClose={onClose} title={t('file.title')} size="lg">
      {repeated ? (
        <>
          <p role="alert" className={styles.checked} data-tone="warning">
            {t('file.repeated', {
              count: repeated.before.lines,
              at: date(repeated.before.at, 'dateTime'),
              by: repeated.before.by ?? t('summary.system'),
            })}
          </p>
          <Group justify="flex-end" mt="md">
            <Button variant="default" loading={sending} onClick={() => void addAgain(repeated.file)}>
              {t('file.addAgain')}
            </Button>
            <Button data-autofocus onClick={() => setRepeated(null)}>
              {t('file.again')}
            </Button>
          </Group>
        </>
      ) : refused ? (
        <>
          <p role="alert" className={styles.checked} data-tone="danger">
            {t('file.wrong', { count: refused.wrongCells })}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll box must be focusable */}
          <section className={styles.box} tabIndex={0} aria-label={t('file.cells')}>
            <table className={styles.table}>
              <thead>
                <tr>
                  {(['row', 'column', 'problem'] as const).map((head) => (
                    <th key={head} scope="col">
                      {t(`file.${head}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {refused.wrong.map(({ row, column, message }) => (
                  <tr key={`${row} ${column} ${message}`}>
                    <td>{row}</td>
                    <td>{column}</td>
                    <td>{message}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          {refused.wrongCells > refused.wrong.length && (
            <p className={styles.checked}>
              {t('file.more', { count: refused.wrongCells - refused.wrong.length })}
            </p>
          )}
          <Group justify="flex-end" mt="md">
            <Button data-autofocus onClick={() => setRefused(null)}>
              {t('file.again')}
            </Button>
          </Group>
        </>
      ) : (
        <ChooseStep
          text={t('file.text', { max: MAX_LINES })}
          onTemplate={(of) => void downloadFile(calls.linesTemplate, { query: { id, language: of } })}
          send={async (file, options) => {
            const read = await upload(calls.importLines, file, { query: { id, language }, ...options });
            if (!options.signal?.aborted) handleResult(read, file);
          }}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}
