/** The reports of a document, loaded when its tab is opened. */
export const loadDocumentReports = () => import('./document-reports.tsx');
export { deskCounts } from './queries.ts';
