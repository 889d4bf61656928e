import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import styles from './uploads.module.css';

export interface DropBoxProps {
  /** Name of the control for screen readers. */
  label: string;
  /** For the `accept` attribute; dropped files are not checked against it. */
  accept?: string | undefined;
  multiple?: boolean;
  disabled?: boolean | undefined;
  className?: string | undefined;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** An area to choose or drop files; the keyboard reaches the file input inside it. */
export function DropBox({ label, accept, multiple, disabled, className, onFiles, children }: DropBoxProps) {
  const [over, setOver] = useState(false);
  return (
    <label
      className={`${styles.picker} ${className ?? ''}`}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        if (!disabled) setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!disabled) onFiles([...event.dataTransfer.files]);
      }}
    >
      <VisuallyHidden>
        <input
          type="file"
          aria-label={label}
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])];
            // So that the same file can be chosen again after a failure.
            event.currentTarget.value = '';
            onFiles(files);
          }}
        />
      </VisuallyHidden>
      {children}
    </label>
  );
}
