import type { ReactNode } from 'react';

/** What came of an import. */
export interface Imported {
  imported: number;
  skipped: number;
  secrets: readonly { devid: string; secret: string }[];
}

export interface ImportDialogProps {
  opened: boolean;
  tenantId: string;
  /** What is imported: `things`, or an entity of the back office by its name. */
  kind: string;
  /** What the dialog says of these rows, in the reader's language. */
  words: {
    title: string;
    /** What to do and what will happen. */
    text: string;
    /** On the button: 'Import 12 devices'. */
    confirm: (count: number) => string;
    /** Afterwards: '12 devices are registered.' */
    done: (count: number) => string;
  };
  /** Columns whose cells show below their text what it says; null where it says nothing. */
  explain?: { columns: readonly string[]; inWords: (text: string) => string | null };
  /** Rows have been written: whatever shows them asks the server again. */
  onImported: () => void;
  onClose: () => void;
  /** What must be kept of the outcome before the dialog may be closed; it says when it is. */
  keep?: (done: Imported, kept: boolean, onKept: () => void) => ReactNode;
}
