import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { StartError } from './platform/start-error.ts';

const PREFIX = '/map-data/';

/** The address at which a PMTiles file is served. */
export const mapFileAddress = (file: string): string => PREFIX + encodeURIComponent(basename(file));

/** Scheme and host of an address. */
const hostOf = (url: string) => url.split('/').slice(0, 3).join('/');

/** The hosts that maps load from: the only foreign addresses allowed by the content security policy. */
export function mapHostsOf({ mapTiles, mapStyle, mapHosts }: Config): string[] {
  const named = [mapTiles?.url, mapStyle].flatMap((url) => (url ? [hostOf(url)] : []));
  return [...new Set([...named, ...mapHosts])];
}

/**
 * Serves a map file, which browsers read by ranges. It contains streets and no tenant data, so it needs no session,
 * like the console's own files.
 */
export async function serveMapFile(
  app: FastifyInstance,
  { mapFile }: Pick<Config, 'mapFile'>,
): Promise<void> {
  if (!mapFile) return;
  if (!existsSync(mapFile))
    throw new StartError(
      `There is no file ${mapFile}.`,
      'Set MAP_PMTILES to a PMTiles file, or leave it out.',
    );
  await app.register(fastifyStatic, {
    root: dirname(mapFile),
    prefix: PREFIX,
    decorateReply: false,
    index: false,
    // No other files of the folder are served.
    allowedPath: (path) => path === `/${basename(mapFile)}`,
    cacheControl: false,
    setHeaders: (reply) => {
      reply.header('cache-control', 'no-cache');
      // Parts of a file must not be compressed: they are requested by byte range.
      reply.header('content-type', 'application/octet-stream');
    },
  });
}
