import type { ReactNode } from 'react';

/** The result of an import. */
export interface Imported {
  imported: number;
  skipped: number;
  secrets: readonly { devid: string; secret: string }[];
}

export interface ImportDialogProps {
  opened: boolean;
  tenantId: string;
  /** `things`, or the name of a resource of the back office. */
  kind: string;
  /** Texts of the dialog, in the user's language. */
  words: {
    title: string;
    /** The instructions. */
    text: string;
    /** On the button: 'Import 12 devices'. */
    confirm: (count: number) => string;
    /** Afterwards: '12 devices are registered.' */
    done: (count: number) => string;
  };
  /** Columns whose cells show an explanation below their text; null without one. */
  explain?: { columns: readonly string[]; inWords: (text: string) => string | null };
  /** Rows have been written; lists of them must be refetched. */
  onImported: () => void;
  onClose: () => void;
  /** Content that the user must save before the dialog may be closed; it calls `onKept` once saved. */
  keep?: (done: Imported, kept: boolean, onKept: () => void) => ReactNode;
}
