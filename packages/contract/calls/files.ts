import { z } from 'zod';
import { route } from '../route.ts';

/** An image must be smaller than this, PNG and JPEG alike (interpretation A01). */
export const IMAGE_LIMIT_BYTES = 2 * 1024 * 1024;
/** Any other file may have as many bytes as this. */
export const FILE_LIMIT_BYTES = 10 * 1024 * 1024;

export const uploadFile = route({
  name: 'uploadFile',
  summary:
    'Upload one file as multipart/form-data, field `file`: a PNG or JPEG image below 2 MiB, or a PDF, a text, an Office or ZIP file of at most 10 MiB. Replies with its address.',
  method: 'POST',
  path: '/common/uploadFile',
  access: 'session',
  /** The address under which it can be read, `/files/<id>`. */
  reply: z.string().min(1),
});

export const discardFile = route({
  name: 'discardFile',
  summary:
    'Remove an upload of the caller’s own that is attached to nothing; after a day it is removed automatically.',
  method: 'DELETE',
  path: '/files/:id',
  access: 'session',
  params: z.object({ id: z.string().max(64) }),
});

export const readFile = route({
  name: 'readFile',
  summary: 'Read an uploaded file of the caller’s tenant.',
  method: 'GET',
  path: '/files/:id',
  access: 'session',
  params: z.object({ id: z.string().max(64) }),
});
