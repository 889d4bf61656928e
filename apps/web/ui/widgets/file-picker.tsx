import { Button } from '@mantine/core';
import { IconUpload, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors.ts';
import { notifyError } from '../toast/notify-error.ts';
import { toast } from '../toast/toast.ts';
import { DropBox } from './drop-box.tsx';
import { wrongFile } from './upload-rules.ts';
import styles from './uploads.module.css';
import { useUploads } from './use-uploads.ts';

export interface PickedFile {
  address: string;
  name: string;
}

export interface FilePickerProps {
  /** Names the control. */
  label: string;
  value: PickedFile | undefined;
  onChange: (value: PickedFile | undefined) => void;
  /** Accepted kinds, as in the `accept` attribute: `.pdf,.xlsx`. All when absent. */
  accept?: string;
  /** Uploads the file as soon as it is chosen; otherwise a button does. */
  autoUpload?: boolean;
}

/** One file: chosen or dropped, checked, and uploaded at once or by a button. A failure shows a toast and clears it. */
export function FilePicker({ label, value, onChange, accept = '', autoUpload = true }: FilePickerProps) {
  const { t } = useTranslation('widgets');
  const [waiting, setWaiting] = useState<File>();
  const uploads = useUploads({
    onDone: (address, file) => onChange({ address, name: file.name }),
    onFailed: (error) => {
      setWaiting(undefined);
      onChange(undefined);
      // The server describes problems of this file; other failures have the text of the specification.
      if (error instanceof ApiError && error.fields.length > 0) notifyError(error);
      else toast.warning({ ns: 'widgets', key: 'file.failed' });
      return true;
    },
  });
  const sending = uploads.sending.at(-1);

  const drop = ({ address }: PickedFile) => {
    onChange(undefined);
    uploads.discard(address);
  };
  const chooseFile = ([file]: File[]) => {
    if (!file || sending) return;
    const wrong = wrongFile(accept, file);
    if (wrong) {
      toast.error({ ns: 'widgets', key: `file.${wrong}`, values: { kinds: accept } });
      return;
    }
    if (value) drop(value);
    if (autoUpload) uploads.start(file);
    else setWaiting(file);
  };
  const clear = () => {
    if (sending) uploads.cancel(sending.id);
    setWaiting(undefined);
    if (value) drop(value);
  };

  const name = sending?.file.name ?? waiting?.name ?? value?.name;
  return (
    <div className={styles.file}>
      <DropBox
        label={label}
        accept={accept || undefined}
        disabled={sending !== undefined}
        className={styles.drop}
        onFiles={chooseFile}
      >
        <IconUpload size={16} stroke={1.8} aria-hidden="true" />
        {t('file.choose')}
      </DropBox>
      {name !== undefined && (
        <span className={styles.chosen}>
          <span className={styles.name} title={name}>
            {name}
          </span>
          {sending && <progress value={sending.share} aria-label={t('sending', { name })} />}
          <button
            type="button"
            className={styles.remove}
            aria-label={t(sending ? 'cancel' : 'file.remove', { name })}
            onClick={clear}
          >
            <IconX size={14} stroke={2} />
          </button>
        </span>
      )}
      {waiting && !sending && (
        <Button
          size="xs"
          onClick={() => {
            uploads.start(waiting);
            setWaiting(undefined);
          }}
        >
          {t('file.upload')}
        </Button>
      )}
    </div>
  );
}
