import pg from 'pg';
import type { ExpectedType } from './read-statements.ts';

export interface Described {
  columns: { name: string; type: ExpectedType }[];
}

const { builtins } = pg.types;
/** How pg returns the types (platform/db.ts changes none): int8 and numeric as text, so that they lose no digits. */
const TYPES = new Map<number, ExpectedType>([
  [builtins.BOOL, 'boolean'],
  [builtins.INT2, 'number'],
  [builtins.INT4, 'number'],
  [builtins.OID, 'number'],
  [builtins.FLOAT4, 'number'],
  [builtins.FLOAT8, 'number'],
  [builtins.INT8, 'string'],
  [builtins.NUMERIC, 'string'],
  [builtins.TEXT, 'string'],
  [builtins.VARCHAR, 'string'],
  [builtins.BPCHAR, 'string'],
  [builtins.UUID, 'string'],
  [builtins.INET, 'string'],
  [builtins.DATE, 'Date'],
  [builtins.TIMESTAMP, 'Date'],
  [builtins.TIMESTAMPTZ, 'Date'],
]);

/** Has PostgreSQL parse a statement without running it. The types of its parameters follow from their use. */
export function describeStatement(
  client: pg.Client,
  text: string,
): Promise<Described | { error: string; code: string }> {
  return new Promise((resolve) => {
    const columns: Described['columns'] = [];
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
        for (const { name, dataTypeID } of fields)
          columns.push({ name, type: TYPES.get(dataTypeID) ?? null });
      },
      handleError(error: pg.DatabaseError) {
        resolve({ error: error.message, code: error.code ?? '' });
      },
      handleReadyForQuery() {
        resolve({ columns });
      },
    } as unknown as pg.Submittable);
  });
}
