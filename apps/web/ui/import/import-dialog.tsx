import {
  discardImport,
  type ImportPreview,
  importTemplate,
  uploadImport,
} from '@voltloop/contract/calls/imports.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { upload } from '../../api/upload.ts';
import { Dialog } from '../dialog/dialog.tsx';
import { downloadFile } from '../download/download-file.ts';
import { ChooseStep } from './choose-step.tsx';
import { DoneStep } from './done-step.tsx';
import type { ImportDialogProps, Imported } from './import-props.ts';
import { PreviewStep } from './preview-step.tsx';

/** The import of a workbook: choose a file, review every row, confirm; all rows are written or none. */
export default function ImportDialog(props: ImportDialogProps) {
  const { opened, tenantId, kind, words, onImported, onClose, keep } = props;
  const { t } = useTranslation('import');
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [done, setDone] = useState<Imported | null>(null);
  const [kept, setKept] = useState(false);
  const close = () => {
    // Deletes an unconfirmed preview at once, instead of after a day.
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
        <DoneStep {...props} done={done} kept={kept} onKept={() => setKept(true)} onClose={close} />
      ) : preview ? (
        <PreviewStep
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
        <ChooseStep
          text={words.text}
          onTemplate={(language) =>
            void downloadFile(importTemplate, { params: { tenantId, kind }, query: { language } })
          }
          send={async (file, options) => {
            const read = await upload(uploadImport, file, { params: { tenantId, kind }, ...options });
            if (!options.signal?.aborted) setPreview(read);
          }}
          onCancel={close}
        />
      )}
    </Dialog>
  );
}
