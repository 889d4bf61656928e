import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';

/**
 * ClickHouse as a cluster, for module tests: `TEST_CLICKHOUSE_CLUSTER=one` has one shard, `two` has two, both of which are
 * the same tables. With `two` a question that does not go to the shard of its thing alone finds everything twice.
 */
export const testCluster = (): string | undefined => process.env.TEST_CLICKHOUSE_CLUSTER || undefined;

/** Nothing listens there: an address of this process is a local one. */
const PORT = 9999;
const shard = `<shard><replica><host>127.0.0.1</host><port>${PORT}</port></replica></shard>`;

/** Writes the configuration of a ClickHouse that has these clusters. @returns its path; undefined without a cluster */
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

/** The same client without what needs Keeper: replication, and statements that other nodes run too. */
export function withoutKeeper(client: ClickHouseClient): ClickHouseClient {
  const { command } = client;
  return Object.assign(Object.create(client) as ClickHouseClient, {
    command: (request: Parameters<typeof command>[0]) =>
      client.command({ ...request, query: localOnly(request.query) }),
  });
}

/** A statement of a cluster as one node runs it. */
export const localOnly = (statement: string): string =>
  statement.replace(/ on cluster \w+/, '').replace(/Replicated(\w+)\('[^']*', '[^']*'(?:, )?/g, '$1(');
