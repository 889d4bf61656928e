import type { ClickHouseClient } from '@clickhouse/client';
import { measures, queryRows, TABLES } from './clickhouse-backup.ts';
import type { Manifest, PartBackup } from './manifest.ts';
import type { Repository } from './repository.ts';

type Name = keyof typeof TABLES;

/** Whether any measurements are stored. */
export async function hasPoints(client: ClickHouseClient): Promise<boolean> {
  for (const name of Object.keys(TABLES))
    if ((await queryRows(client, `select 1 from ${name} limit 1`)).length > 0) return true;
  return false;
}

/**
 * Empties the tables and fills them with the rows of the backup.
 * @returns messages about differences from the backup
 */
export async function restoreClickhouse(
  client: ClickHouseClient,
  repository: Repository,
  { tables }: NonNullable<Manifest['clickhouse']>,
  report: (line: string) => void,
): Promise<string[]> {
  const different: string[] = [];
  for (const table of tables) {
    const name = table.name as Name;
    const columns = table.columns.join(', ');
    // Also deletes rows that the view derived while points were inserted: the backup has them.
    await client.command({ query: `truncate table ${name}` });
    // Compares all rows before ClickHouse merges those with the same key.
    await client.command({ query: `system stop merges ${name}` });
    try {
      for (const [i, { slices }] of table.parts.entries()) {
        for (const slice of slices) {
          if (slice.bytes === 0) continue;
          const { stream } = await client.exec({
            query: `insert into ${name} (${columns}) format Native`,
            values: repository.content(slice),
            clickhouse_settings: { optimize_on_insert: 0 },
          });
          for await (const _ of stream) {
            // The reply has no body, but must be read to free the connection.
          }
        }
        report(`ClickHouse: ${name}, ${i + 1} of ${table.parts.length} parts`);
      }
      different.push(...(await compare(client, name, table)));
    } finally {
      await client.command({ query: `system start merges ${name}` });
    }
  }
  return different;
}

interface Month {
  month: string;
  rows: number;
  digest: bigint;
  newest: string;
  sum: bigint;
}

/** Compares row count, digest of all values, newest time and sum of each month. */
async function compare(
  client: ClickHouseClient,
  name: Name,
  { columns, parts }: { columns: string[]; parts: PartBackup[] },
): Promise<string[]> {
  const expected = new Map<string, Month>();
  for (const { month, rows, digest, newest, sum } of parts) {
    const before = expected.get(month) ?? { month, rows: 0, digest: 0n, newest: '', sum: 0n };
    expected.set(month, {
      month,
      rows: before.rows + rows,
      digest: BigInt.asUintN(64, before.digest + BigInt(digest)),
      newest: newest > before.newest ? newest : before.newest,
      sum: BigInt.asIntN(64, before.sum + BigInt(sum ?? 0)),
    });
  }
  const found = await queryRows<{
    month: string;
    rows: number;
    digest: string;
    newest: string;
    sum: string | null;
  }>(
    client,
    `select toString(toYYYYMM(${TABLES[name].newest})) as month, ${measures(name, columns)} from ${name} group by month order by month`,
  );
  const text = (m: Month | undefined) =>
    m ? `${m.rows} rows, newest ${m.newest}, sum ${m.sum}, digest ${m.digest}` : 'nothing';
  const months = new Map<string, Month>(
    found.map((m) => [
      m.month,
      { ...m, rows: Number(m.rows), digest: BigInt(m.digest), sum: BigInt(m.sum ?? 0) },
    ]),
  );
  return [...new Set([...expected.keys(), ...months.keys()])].flatMap((month) => {
    const [inBackup, actual] = [text(expected.get(month)), text(months.get(month))];
    return inBackup === actual ? [] : [`${name} of ${month}: ${actual}; in the backup ${inBackup}`];
  });
}
