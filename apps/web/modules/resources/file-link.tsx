import { readFile } from '@voltloop/contract/calls/files.ts';
import { downloadFile } from '../../ui/download/download-file.ts';
import styles from './value.module.css';

/** Downloads a stored file: that needs the session, so a plain link would not work. */
export function FileLink({ address, name }: { address: string; name: string }) {
  return (
    <button
      type="button"
      className={styles.file}
      onClick={() =>
        void downloadFile(readFile, { params: { id: address.split('/').at(-1) ?? '' }, fallbackName: name })
      }
    >
      {name}
    </button>
  );
}
