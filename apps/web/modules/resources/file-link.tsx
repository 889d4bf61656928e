import { readFile } from '@voltloop/contract/calls/files.ts';
import { downloadFile } from '../../parts/download-file.ts';
import styles from './value.module.css';

/** A kept file to be fetched: reading it needs the session, so its address alone is no link. */
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
