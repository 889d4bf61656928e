export { waitingDocuments } from './queries.ts';
