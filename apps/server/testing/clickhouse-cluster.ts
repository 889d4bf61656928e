import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';

/**
 * ClickHouse as a cluster, for module tests: `TEST_CLICKHOUSE_CLUSTER=one` has one shard, `two` has two, both with
 * the same tables. With `two`, a query that is not limited to the shard of its thing finds everything twice.
 */
export const testCluster = (): string | undefined => process.env.TEST_CLICKHOUSE_CLUSTER || undefined;

/** A port without a listener: an address of this process counts as local. */
const PORT = 9999;
const shard = `<shard><replica><host>127.0.0.1</host><port>${PORT}</port></replica></shard>`;

/** Writes the configuration of a ClickHouse with these clusters. @returns its path; undefined without a cluster */
export async function writeClusterConfig(
  folder: string,
  cluster = testCluster(),
): Promise<string | undefined> {
  if (!cluster) return undefined;
  const path = join(folder, 'clickhouse.xml');
  await writeFile(
    path,
    `<clickhouse><tcp_port>${PORT}</tcp_port>
      <remote_servers><one>${shard}</one><two>${shard}${shard}</two></remote_servers></clickhouse>`,
    { mode: 0o644 },
  );
  return path;
}

/** Wraps the client to omit features that need Keeper: replication, and statements on other nodes. */
export function withoutKeeper(client: ClickHouseClient): ClickHouseClient {
  const { command } = client;
  return Object.assign(Object.create(client) as ClickHouseClient, {
    command: (request: Parameters<typeof command>[0]) =>
      client.command({ ...request, query: localOnly(request.query) }),
  });
}

/** A statement of a cluster, rewritten for one node. */
export const localOnly = (statement: string): string =>
  statement.replace(/ on cluster \w+/, '').replace(/Replicated(\w+)\('[^']*', '[^']*'(?:, )?/g, '$1(');
