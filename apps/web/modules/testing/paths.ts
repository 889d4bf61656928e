/** The page on which files of cyclers are imported. */
export const IMPORT_PATH = '/backoffice/testImport';
