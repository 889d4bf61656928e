import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import styles from './uploads.module.css';

export interface DropBoxProps {
  /** Name of the control for screen readers. */
  label: string;
  /** List for the `accept` attribute; what is dropped is not held to it. */
  accept?: string | undefined;
  multiple?: boolean;
  disabled?: boolean | undefined;
  className?: string | undefined;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** Where files are chosen or dropped; the keyboard reaches the file input inside it. */
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
            // The same file can be chosen again after it failed.
            event.currentTarget.value = '';
            onFiles(files);
          }}
        />
      </VisuallyHidden>
      {children}
    </label>
  );
}
