import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { checkKey, type Files, type StoredFile } from './files.ts';
import { isMissing, S3Error, s3Failure } from './s3-errors.ts';
import { placeName, type S3Place } from './s3-place.ts';

/** Part size of an upload, and concurrent parts: together the memory of one upload. */
const PART_BYTES = 5 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
/** Slightly more than the downloads that a node serves at once. */
const SOCKETS = 256;

/**
 * Files in a bucket. A file becomes visible when it is complete: a store shows an object only after its last byte.
 * @param local Folder of this machine that buffers bytes in transit.
 * @param options.timeout_ms Limit for a connection to answer or to transfer any data.
 */
export function s3Files(
  place: S3Place,
  local: Pick<Files, 'temporary' | 'sweepUnfinished'>,
  options: { timeout_ms?: number } = {},
): Files {
  const client = clientOf(place, options.timeout_ms ?? 30_000);
  const Bucket = place.bucket;
  const failure = (error: unknown) => s3Failure(error, placeName(place));
  const rethrow = (error: unknown): never => {
    throw failure(error);
  };
  const named = (key: string) => {
    checkKey(key);
    return { Bucket, Key: `${place.prefix}${key}` };
  };

  async function* list(under = '', delimiter?: string): AsyncGenerator<StoredFile> {
    const Prefix = `${place.prefix}${under}`;
    let ContinuationToken: string | undefined;
    do {
      const page: ListObjectsV2CommandOutput = await client
        .send(new ListObjectsV2Command({ Bucket, Prefix, Delimiter: delimiter, ContinuationToken }))
        .catch(rethrow);
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
        const key = Key.slice(place.prefix.length);
        if (key && !key.endsWith('/')) yield { key, size_bytes: Size, modified: LastModified ?? new Date() };
      }
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (ContinuationToken);
  }

  /** Aborts abandoned multipart uploads: their parts use space and are invisible. */
  async function sweepUploads(before: Date): Promise<number> {
    let swept = 0;
    let markers: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
    while (markers) {
      const page: Partial<ListMultipartUploadsCommandOutput> = await client
        .send(new ListMultipartUploadsCommand({ Bucket, Prefix: place.prefix, ...markers }))
        .catch((error: { $metadata?: { httpStatusCode?: number } }) => {
          // Some stores cannot list them.
          if (error.$metadata?.httpStatusCode === 501) return { Uploads: [], IsTruncated: false };
          return rethrow(error);
        });
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (!Initiated || Initiated >= before) continue;
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(rethrow);
        swept += 1;
      }
      markers = page.IsTruncated ? markersOf(page) : undefined;
    }
    return swept;
  }

  return {
    async put(key, content) {
      const upload = new Upload({
        client,
        params: { ...named(key), Body: content, ContentType: 'application/octet-stream' },
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
        // A failed upload is aborted below; an error of the abort must not hide the first one.
        leavePartsOnError: true,
      });
      let broken: unknown;
      const source = content instanceof Readable ? content : null;
      source?.once('error', (error) => {
        broken = error;
      });
      try {
        await upload.done();
      } catch (error) {
        source?.destroy();
        const { uploadId: UploadId } = upload;
        if (UploadId)
          await client.send(new AbortMultipartUploadCommand({ ...named(key), UploadId })).catch(() => {});
        throw broken ?? failure(error);
      }
    },
    async read(key, range) {
      if (range && range.end <= range.begin) return Readable.from([]);
      const Range = range ? `bytes=${range.begin}-${range.end - 1}` : undefined;
      const { Body } = await client.send(new GetObjectCommand({ ...named(key), Range })).catch(rethrow);
      return Body as Readable;
    },
    async size(key) {
      try {
        return (await client.send(new HeadObjectCommand(named(key)))).ContentLength ?? 0;
      } catch (error) {
        if (isMissing(error)) return null;
        throw failure(error);
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(named(key))).catch((error) => {
        if (!isMissing(error)) throw failure(error);
      });
    },
    temporary: () => local.temporary(),
    async olderThan(folder, before) {
      checkKey(folder);
      const keys: string[] = [];
      for await (const { key, modified } of list(`${folder}/`, '/')) if (modified < before) keys.push(key);
      return keys;
    },
    list: () => list(),
    async sweepUnfinished(before) {
      return (await local.sweepUnfinished(before)) + (await sweepUploads(before));
    },
    async check() {
      await client
        .send(new ListObjectsV2Command({ Bucket, Prefix: place.prefix, MaxKeys: 1 }))
        .catch((error) => {
          throw new S3Error(error, placeName(place));
        });
    },
  };
}

function clientOf(place: S3Place, timeout_ms: number): S3Client {
  return new S3Client({
    region: place.region,
    forcePathStyle: place.pathStyle,
    ...(place.endpoint ? { endpoint: place.endpoint } : {}),
    ...(place.credentials ? { credentials: place.credentials } : {}),
    maxAttempts: 3,
    // By default the client adds checksums that many compatible stores do not support.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: Math.min(timeout_ms, 3000),
      requestTimeout: timeout_ms,
      throwOnRequestTimeout: true,
      socketTimeout: timeout_ms,
      httpAgent: { maxSockets: SOCKETS },
      httpsAgent: { maxSockets: SOCKETS },
    },
  });
}

function markersOf(page: { NextKeyMarker?: string | undefined; NextUploadIdMarker?: string | undefined }) {
  const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
  return KeyMarker ? { KeyMarker, ...(UploadIdMarker ? { UploadIdMarker } : {}) } : undefined;
}
