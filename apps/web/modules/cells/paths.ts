/** The import page for cycler files. */
export const IMPORT_PATH = '/backoffice/testImport';
