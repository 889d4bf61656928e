import { queryOptions } from '@tanstack/react-query';
import type { ReplyOf } from '@voltloop/contract/route.ts';
import { type DocumentKind, documentCalls } from '@voltloop/resource-kit';
import { call } from '../../api/call.ts';

/** A line as it is read and saved; values are texts and numbers of the columns of its kind. */
export type Line = { clientKey: string } & Record<string, unknown>;

/** The kinds are loaded with the first page of one: their declarations are small. */
export const kindOf = async (name: string): Promise<DocumentKind> => {
  const { documentKinds } = await import('@voltloop/resources/documents.ts');
  const kind = documentKinds.find(({ resource }) => resource.name === name);
  if (!kind) throw new Error(`There is no document kind ${name}`);
  return kind;
};

export const documentLines = (kind: string, id: string) =>
  queryOptions({
    queryKey: ['rows', kind, 'lines', id],
    queryFn: async ({ signal }) => {
      const declared = await kindOf(kind);
      const read = await call(documentCalls(declared).lines, { query: { id }, signal });
      return { declared, lines: read.list as unknown as Line[], pieces: read.pieces, kg: read.kg };
    },
  });

export type Course = ReplyOf<ReturnType<typeof documentCalls>['course']>;

/** How a document came to its state; asked again with each of its versions. */
export const documentCourse = (kind: string, id: string, version: number) =>
  queryOptions({
    queryKey: ['rows', kind, 'course', id, version],
    meta: { silent: true },
    queryFn: async ({ signal }) => call(documentCalls(await kindOf(kind)).course, { query: { id }, signal }),
  });
