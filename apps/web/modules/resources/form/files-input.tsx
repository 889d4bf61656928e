import { Input } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import type { FilesField } from '@voltloop/resource-kit';
import { useTranslation } from 'react-i18next';
import { useField } from '../../../ui/form/fields.tsx';
import { FilePicker } from '../../../ui/widgets/file-picker.tsx';
import { ImageUploader } from '../../../ui/widgets/image-uploader.tsx';
import { FileLink } from '../file-link.tsx';
import styles from './form.module.css';

interface FilesInputProps {
  name: string;
  label: string;
  required: boolean;
  disabled: boolean;
  description?: string;
  field: FilesField;
}

/** Uploads pictures or other files; the value is the list of their URLs. */
export function FilesInput({
  name,
  label,
  required,
  disabled,
  description,
  field: { most, image },
}: FilesInputProps) {
  const { t } = useTranslation('backoffice');
  const { field, error } = useField(name);
  const value = (field.value ?? []) as string[];
  return (
    <Input.Wrapper
      label={label}
      required={required}
      labelElement="div"
      error={error}
      className={styles.wide}
      {...(description ? { description } : {})}
    >
      {image ? (
        <ImageUploader
          label={label}
          words="office"
          limit={most}
          disabled={disabled}
          value={value}
          onChange={field.onChange}
        />
      ) : (
        <div className={styles.files}>
          {value.map((address, index) => (
            <span key={address} className={styles.file}>
              <IconPaperclip size={15} stroke={1.8} aria-hidden="true" />
              <FileLink address={address} name={t('value.file', { label, number: index + 1 })} />
              {!disabled && (
                <button
                  type="button"
                  className={styles.remove}
                  aria-label={t('form.removeFile', { name: t('value.file', { label, number: index + 1 }) })}
                  onClick={() => field.onChange(value.filter((each) => each !== address))}
                >
                  <IconX size={14} stroke={2} />
                </button>
              )}
            </span>
          ))}
          {!disabled && value.length < most && (
            <FilePicker
              key={value.length}
              label={label}
              value={undefined}
              onChange={(file) => file && field.onChange([...value, file.address])}
            />
          )}
        </div>
      )}
    </Input.Wrapper>
  );
}
