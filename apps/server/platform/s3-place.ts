import { isKey } from './files.ts';

/** A folder of a bucket of an S3-compatible store. */
export interface S3Place {
  bucket: string;
  /** Prefix of each key: empty, or ending with a slash. */
  prefix: string;
  endpoint: string | undefined;
  region: string;
  /** The bucket is in the path of an address, not in its host name. */
  pathStyle: boolean;
  /** By default those of the environment: AWS_… variables, or the role of the machine. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

const FORM = 's3://bucket/folder?endpoint=https://s3.example.org&region=eu-central-1';
const KNOWN = new Set(['endpoint', 'region', 'path_style']);

/** Reads `s3://bucket/folder?endpoint=…&region=…&path_style=…`. @returns the problem if it is invalid */
export function readS3Url(text: string): S3Place | string {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:') return `it must be an address like ${FORM}`;
  if (url.username || url.password)
    return 'the address must not contain keys: set FILES_ACCESS_KEY_ID and FILES_SECRET_ACCESS_KEY';
  if (!/^[a-z0-9][a-z0-9._-]{1,62}$/.test(url.hostname)) return 'its bucket has no valid name';
  const path = url.pathname.replace(/^\/+|\/+$/g, '');
  if (path !== '' && !isKey(path)) return 'its folder may have letters, digits, ".", "_" and "-" only';
  for (const name of url.searchParams.keys())
    if (!KNOWN.has(name)) return `it has ${name}, and only ${[...KNOWN].join(', ')} are known`;
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined) {
    const at = URL.parse(endpoint);
    if (!/^https?:$/.test(at?.protocol ?? ''))
      return 'its endpoint must be an address like https://s3.example.org';
    if (at?.username || at?.password) return 'its endpoint must not have a user or a password';
  }
  const style = url.searchParams.get('path_style');
  if (style !== null && style !== 'true' && style !== 'false') return 'its path_style must be true or false';
  return {
    bucket: url.hostname,
    prefix: path === '' ? '' : `${path}/`,
    endpoint,
    region: url.searchParams.get('region') ?? 'us-east-1',
    // Self-hosted stores rarely have a host name for each bucket.
    pathStyle: style === null ? endpoint !== undefined : style === 'true',
  };
}

/** The place for display, without keys. */
export const placeName = ({ bucket, prefix, endpoint, region }: S3Place): string =>
  `s3://${bucket}/${prefix} (${endpoint ?? region})`;
