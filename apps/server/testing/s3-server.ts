import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { readS3Url, type S3Place } from '../platform/s3-place.ts';

export interface S3Server {
  place: S3Place;
  /** In the form of FILES_URL and its keys. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

const BUCKET = 'voltloop';

/**
 * An S3 server on loopback with one empty bucket: s3rver, which runs wherever npm does and verifies signatures. With TEST_FILES_URL,
 * TEST_FILES_ACCESS_KEY_ID and TEST_FILES_SECRET_ACCESS_KEY the same tests run against another store, each in a
 * separate folder.
 * @param port A fixed port, for a restart at the same address.
 */
export async function startS3Server(port = 0, kept?: string): Promise<S3Server> {
  const { TEST_FILES_URL, TEST_FILES_ACCESS_KEY_ID, TEST_FILES_SECRET_ACCESS_KEY } = process.env;
  if (TEST_FILES_URL)
    return {
      ...serverAt(
        TEST_FILES_URL.replace('?', `/${crypto.randomUUID()}?`),
        TEST_FILES_ACCESS_KEY_ID ?? '',
        TEST_FILES_SECRET_ACCESS_KEY ?? '',
      ),
      stop: async () => {},
    };
  const directory = kept ?? (await mkdtemp(join(tmpdir(), 'voltloop-s3-')));
  const options = {
    address: '127.0.0.1',
    port,
    directory,
    silent: true,
    configureBuckets: [{ name: BUCKET }],
  };
  const server = new S3rver(options);
  server.middleware.splice(-1, 0, signBucketAddress);
  // It encrypts the token of a next page by DES, which OpenSSL 3 does not have: one page contains everything.
  const list = server.store.listObjects.bind(server.store);
  server.store.listObjects = (bucket, query) => list(bucket, { ...query, maxKeys: Number.POSITIVE_INFINITY });
  const { port: at } = await server.run();
  return {
    ...serverAt(`s3://${BUCKET}/instance?endpoint=http://127.0.0.1:${at}`, 'S3RVER', 'S3RVER'),
    async stop() {
      await server.close();
      if (!kept) await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * s3rver computes the signature of `/bucket/` without the slash at the end, which clients sign; but it appends the
 * path to the bucket where the bucket was in the host name.
 */
const signBucketAddress: S3rver['middleware'][number] = (ctx, next) => {
  if (/^\/[^/]+\/$/.test(ctx.path)) {
    ctx.state.vhost = true;
    ctx.mountPath = '/';
  }
  return next();
};

function serverAt(url: string, accessKeyId: string, secretAccessKey: string) {
  const place = readS3Url(url);
  if (typeof place === 'string') throw new Error(place);
  return {
    place: { ...place, credentials: { accessKeyId, secretAccessKey } },
    env: { FILES_URL: url, FILES_ACCESS_KEY_ID: accessKeyId, FILES_SECRET_ACCESS_KEY: secretAccessKey },
  };
}
