import { queryOptions } from '@tanstack/react-query';
import type { ReplyOf } from '@voltloop/contract/route.ts';
import {
  countCalls,
  type DocumentKind,
  documentCalls,
  saleCalls,
  transitCalls,
} from '@voltloop/resource-kit';
import { call } from '../../api/call.ts';

/** A line as read and saved; values are texts and numbers of the columns of its kind. */
export type Line = { clientKey: string } & Record<string, unknown>;

/** The document kinds, loaded with the first page of one: their declarations are small. */
export const kindOf = async (name: string): Promise<DocumentKind> => {
  const { documentKinds } = await import('@voltloop/resources/documents.ts');
  const kind = documentKinds.find(({ resource }) => resource.name === name);
  if (!kind) throw new Error(`There is no document kind ${name}`);
  return kind;
};

export interface LinesData {
  declared: DocumentKind;
  lines: Line[];
  pieces: number;
  kg: string;
}

export const documentLines = (kind: string, id: string) =>
  queryOptions({
    queryKey: ['rows', kind, 'lines', id],
    queryFn: async ({ signal }): Promise<LinesData> => {
      const declared = await kindOf(kind);
      const read = await call(documentCalls(declared).lines, { query: { id }, signal });
      return { declared, lines: read.list as Line[], pieces: read.pieces, kg: read.kg };
    },
  });

export type Course = ReplyOf<ReturnType<typeof documentCalls>['course']>;

/** The history of a document's states; refetched with each of its versions. */
export const documentCourse = (kind: string, id: string, version: number) =>
  queryOptions({
    queryKey: ['rows', kind, 'course', id, version],
    meta: { silent: true },
    queryFn: async ({ signal }) => call(documentCalls(await kindOf(kind)).course, { query: { id }, signal }),
  });

export type Differences = ReplyOf<ReturnType<typeof countCalls>['differences']>;

/** The differences of a count. @param saves Number of saves of its lines, as part of the query key. */
export const differences = (kind: string, id: string, saves: number) =>
  queryOptions({
    queryKey: ['rows', kind, 'differences', id, saves],
    queryFn: async ({ signal }) =>
      call(countCalls(await kindOf(kind)).differences, { query: { id, limit: 200 }, signal }),
  });

export type InTransit = ReplyOf<ReturnType<typeof transitCalls>['inTransit']>;

/** The part of a transfer that has not arrived yet, as lines. */
export const inTransit = (kind: string, id: string) =>
  queryOptions({
    queryKey: ['rows', kind, 'inTransit', id],
    queryFn: async ({ signal }) =>
      call(transitCalls(await kindOf(kind)).inTransit, { query: { id }, signal }),
  });

export type Ordered = ReplyOf<ReturnType<typeof saleCalls>['ordered']>;

/** The progress of a sale's order. @param saves Number of saves of its lines, as part of the query key. */
export const ordered = (kind: string, id: string, saves: number) =>
  queryOptions({
    queryKey: ['rows', kind, 'ordered', id, saves],
    meta: { silent: true },
    queryFn: async ({ signal }) => call(saleCalls(await kindOf(kind)).ordered, { query: { id }, signal }),
  });
